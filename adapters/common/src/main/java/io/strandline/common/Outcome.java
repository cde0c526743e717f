package io.strandline.common;

import org.jspecify.annotations.Nullable;

/** How a change ended: done, refused with nothing changed, or unknown because an answer was lost. */
public sealed interface Outcome {
    /** Stable word for why; null for a plain success. */
    @Nullable
    String reason();

    /** The case in words; empty if there is nothing to add. */
    String detail();

    /** Whether the change is known to be made. */
    default boolean done() {
        return this instanceof Done;
    }

    /** Made. */
    record Done(@Nullable String reason, String detail) implements Outcome {}

    /** Not made, nothing changed. */
    record Refused(String reason, String detail) implements Outcome {}

    /** Possibly made: the answer was lost and the target does not tell. */
    record Unknown(String reason, String detail) implements Outcome {}

    /** Made, nothing to add. */
    static Outcome ofDone() {
        return new Done(null, "");
    }

    /** Not made, and why. */
    static Outcome refused(String reason, String detail) {
        return new Refused(reason, detail);
    }

    /** Possibly made. */
    static Outcome unknown(String detail) {
        return new Unknown("outcome_unknown", detail);
    }
}
