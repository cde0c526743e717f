package io.strandline.registry;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.List;

/** What kind of thing a registered table comes from. */
public enum SourceKind {
    /** A stored file: a row of {@code registry.sources} says where it lies. */
    FILE,
    /** A managed resource: its directory lies below the managed bucket's {@code resources/}. */
    RESOURCE,
    /** A webhook: its table goes with it, never by a repair (REC-7). */
    WEBHOOK;

    /** The kind as SQL shows it, lower case. */
    public String text() {
        return Text.lower(name());
    }

    /** All kinds as SQL shows them. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(SourceKind::text).toList();
    }

    /**
     * The kind that SQL shows so.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT}
     */
    public static SourceKind of(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "source kind \"" + Text.cut(text, 100) + "\" is none of " + String.join(", ", texts()) + "."));
    }
}
