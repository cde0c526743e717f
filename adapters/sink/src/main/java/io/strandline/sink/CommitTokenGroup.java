package io.strandline.sink;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps in the destination how far each scope's source was written, moved in the commit of the rows (SNK-5). */
public interface CommitTokenGroup {
    /** The last token of the scope; empty if it has none yet. */
    Optional<CommitToken> lastToken(String scope, SinkCallContext context);

    /** The last token of each scope. */
    Map<String, CommitToken> tokens(SinkCallContext context);

    /**
     * Sets the token of a scope back, or forward, whatever it is now.
     *
     * @param token null to forget the scope
     */
    void rewind(String scope, @Nullable CommitToken token, SinkCallContext context);
}
