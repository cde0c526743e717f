package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
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
     * Sets the token of a scope back, or forward, in one step with the look at what it is.
     *
     * @param from what it has to be; null for none
     * @param to null to forget the scope
     * @throws StrandlineException {@link ErrorCode#REFUSED} if it is another: a run moved it meanwhile, and would go on from
     *     there (SNK-12)
     */
    void rewind(String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context);

    /** What a driver refuses {@link #rewind} with if it finds another token. */
    static StrandlineException moved(
            SinkCallContext context, String scope, @Nullable CommitToken from, @Nullable CommitToken found) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                "sink " + context.sink() + ": the token of scope \"" + scope + "\" is not " + shown(from)
                        + " any more but " + shown(found)
                        + ": a run moved it meanwhile. It stays; SELECT * FROM sink.runs shows which run that was.");
    }

    private static String shown(@Nullable CommitToken token) {
        return token == null ? "none" : token.text();
    }
}
