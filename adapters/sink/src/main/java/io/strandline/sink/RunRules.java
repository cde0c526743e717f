package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a sink have to go through before its driver sees them, in this order (SNK-20).
 *
 * @param masks what a column's value is replaced by
 * @param quality what each row has to satisfy
 * @param contract columns that a page has to have, each with a type no wider; null for none declared
 */
public record RunRules(
        Map<String, Mask> masks,
        List<QualityRule> quality,
        @Nullable RowSchema contract) {
    /** None. */
    public static final RunRules NONE = new RunRules(Map.of(), List.of(), null);

    /** How a value is hidden. */
    public enum Mask {
        /** By NULL. */
        NULL,
        /** A text by {@code ***}; other values by NULL. */
        REDACT,
        /** By the hexadecimal SHA-256 of its text: equal values stay equal. */
        HASH
    }

    /** What becomes of a row that does not satisfy a rule. */
    public enum Action {
        /** The run fails. */
        FAIL,
        /** The row goes into quarantine. */
        QUARANTINE
    }

    /**
     * Something each row has to satisfy.
     *
     * @param predicate as SQL; NULL does not satisfy it
     */
    public record QualityRule(String name, String predicate, Action action) {
        public QualityRule {
            requireNonNull(name, "name");
            requireNonNull(predicate, "predicate");
            requireNonNull(action, "action");
        }
    }

    /** Makes something that can be asked of rows out of the SQL of a rule. */
    @FunctionalInterface
    public interface Predicates {
        /**
         * The predicate over rows of those columns.
         *
         * @throws io.strandline.common.StrandlineException {@code BAD_ARGUMENT} if it is no predicate over them
         */
        Predicate<@Nullable Object[]> compile(String predicate, RowSchema schema);
    }

    public RunRules {
        masks = Map.copyOf(masks);
        quality = List.copyOf(quality);
    }

    /** Whether there are none; only then may bytes be loaded as they are. */
    public boolean isEmpty() {
        return masks.isEmpty() && quality.isEmpty() && contract == null;
    }
}
