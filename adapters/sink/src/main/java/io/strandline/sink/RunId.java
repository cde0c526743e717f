package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names a run: 32 lower-case hexadecimal digits, so that it can be part of the name of a table, a tag or a branch. */
public record RunId(String text) implements Comparable<RunId> {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    /**
     * As it is written.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for another form
     */
    public RunId {
        requireNonNull(text, "text");
        if (!FORM.matcher(text).matches()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "run id \"" + Text.cut(text, 100)
                            + "\" is not 32 hexadecimal digits. SELECT run_id FROM sink.runs lists the runs.");
        }
    }

    /** A new one. */
    public static RunId random() {
        return new RunId(UUID.randomUUID().toString().replace("-", ""));
    }

    @Override
    public int compareTo(RunId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
