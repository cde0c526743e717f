package io.strandline.catalog;

import io.strandline.common.TableRef;
import io.strandline.common.Text;
import org.jspecify.annotations.Nullable;

/**
 * How a table was brought to its desired state.
 *
 * @param reason what else is to be known, as {@code audit_failed}; null for nothing
 */
public record ReconcileOutcome(
        TableRef table, Kind kind, Plan plan, @Nullable String reason) {
    /** What happened. */
    public enum Kind {
        CREATED,
        ALTERED,
        DROPPED,
        UNCHANGED,
        /** Nothing: only a plan was wanted. */
        PLANNED;

        /** The word in SQL. */
        public String text() {
            return Text.lower(name());
        }
    }
}
