package io.strandline.catalog;

import io.strandline.common.Text;
import org.jspecify.annotations.Nullable;

/**
 * One difference between a desired table and the live one, and what becomes of it.
 *
 * @param column path of the column, as it is live, or key of the property; null for what is the whole table's
 * @param from what it is; null for nothing
 * @param to what it shall be; null for nothing
 * @param reason why it is kept or refused; null for what is done
 */
public record PlanStep(
        Verdict verdict,
        Action action,
        @Nullable String column,
        @Nullable String from,
        @Nullable String to,
        @Nullable String reason) {
    /** What becomes of a difference. */
    public enum Verdict {
        /** Done without asking (CAT-5). */
        APPLY,
        /** Done because its class was allowed (CAT-6). */
        ALLOW,
        /** Left as it is, since the desired table does not name it (CAT-8). */
        KEPT,
        /** Stands against the whole plan (CAT-4). */
        REFUSE;

        /** The word in SQL. */
        public String text() {
            return Text.lower(name());
        }
    }

    /** What is done, or would be. */
    public enum Action {
        CREATE_TABLE,
        DROP_TABLE,
        ADD_COLUMN,
        WIDEN_COLUMN,
        RENAME_COLUMN,
        REORDER_COLUMNS,
        DROP_COLUMN,
        RELAX_NULLABILITY,
        SET_COMMENT,
        SET_DEFAULT,
        SET_PROPERTY,
        REMOVE_PROPERTY,
        SET_PARTITION_SPEC,
        SET_SORT_ORDER,
        SET_IDENTIFIER_FIELDS,
        SET_LOCATION,
        UPGRADE_FORMAT,
        /** Always refused: a type that becomes another and not a wider one. */
        CHANGE_TYPE,
        /** Always refused: what may be NULL now and shall not. */
        REQUIRE_COLUMN;

        /** The word in SQL. */
        public String text() {
            return Text.lower(name());
        }
    }

    /** The step in words: {@code widen_column amount: int becomes long}. */
    public String text() {
        StringBuilder text = new StringBuilder(action.text());
        if (column != null) {
            text.append(' ').append(column);
        }
        if (from != null || to != null) {
            text.append(": ").append(from == null ? "nothing" : from).append(" becomes ");
            text.append(to == null ? "nothing" : to);
        }
        return reason == null
                ? text.toString()
                : text.append(" (").append(reason).append(')').toString();
    }
}
