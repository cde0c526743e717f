package io.strandline.catalog;

import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows can be asked for: which, as of when, and what a row is then.
 *
 * @param version empty for the table as it is when it is read
 * @param uuid null for a format that has none
 * @param schemaId which of its schemas the columns are of
 * @param columns the top-level ones, each with what is below it
 */
public record LakeTable(
        TableRef ref,
        Optional<TableVersion> version,
        @Nullable String uuid,
        int schemaId,
        List<TableField> columns) {
    public LakeTable {
        columns = List.copyOf(columns);
    }

    /** A table as it is now, from its state. */
    public static LakeTable now(TableState state) {
        return new LakeTable(
                state.ref(), Optional.empty(), state.uuid(), state.schemaId(), TableField.of(state.columns()));
    }
}
