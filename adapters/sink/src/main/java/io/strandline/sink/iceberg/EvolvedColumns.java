package io.strandline.sink.iceberg;

import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** Whether rows of a snapshot would come back without some of their values. */
final class EvolvedColumns {
    private EvolvedColumns() {}

    /**
     * The conflict of columns that have been dropped.
     *
     * @param nothing whether no row comes back at all
     */
    static Optional<RollbackConflict> since(TableRef ref, Table table, Snapshot snapshot, boolean nothing) {
        Schema before = snapshot.schemaId() == null ? null : table.schemas().get(snapshot.schemaId());
        if (nothing || before == null) {
            return Optional.empty();
        }
        String gone = before.columns().stream()
                .filter(column -> table.schema().findField(column.fieldId()) == null)
                .map(Types.NestedField::name)
                .map(SqlNames::quoteIfNeeded)
                .collect(Collectors.joining(", "));
        return gone.isEmpty()
                ? Optional.empty()
                : Optional.of(new RollbackConflict(
                        Kind.EVOLVED_SINCE,
                        ref.toString(),
                        null,
                        "columns of the rows that would come back were dropped since: " + gone));
    }
}
