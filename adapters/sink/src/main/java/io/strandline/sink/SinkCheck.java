package io.strandline.sink;

import static java.util.Objects.requireNonNull;

/**
 * One look at a destination, which changed nothing (SNK-14).
 *
 * @param name what was looked at, such as {@code connect} or {@code key_is_unique}
 * @param detail what was seen, without secrets
 * @param hint what to do; empty if nothing
 */
public record SinkCheck(String name, Result result, String detail, String hint) {
    /** How it went. */
    public enum Result {
        PASS,
        FAIL,
        /** It could not be looked at, or does not apply; the detail says why. */
        SKIP
    }

    public SinkCheck {
        requireNonNull(name, "name");
        requireNonNull(result, "result");
        requireNonNull(detail, "detail");
        requireNonNull(hint, "hint");
    }

    /** It is well. */
    public static SinkCheck pass(String name, String detail) {
        return new SinkCheck(name, Result.PASS, detail, "");
    }

    /** It is not, and what to do. */
    public static SinkCheck fail(String name, String detail, String hint) {
        return new SinkCheck(name, Result.FAIL, detail, hint);
    }

    /** It was not looked at, and why. */
    public static SinkCheck skip(String name, String detail) {
        return new SinkCheck(name, Result.SKIP, detail, "");
    }
}
