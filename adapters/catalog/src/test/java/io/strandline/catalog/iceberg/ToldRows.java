package io.strandline.catalog.iceberg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The rows that a table has, as they were told, whatever reads them. */
final class ToldRows {
    private final Table table;
    private final List<Record> rows = new ArrayList<>();
    private final Map<Long, List<Record>> bySnapshot = new HashMap<>();

    ToldRows(Table table) {
        this.table = table;
    }

    Map<DataFile, List<Record>> append(List<Record> more) {
        Map<DataFile, List<Record>> files = RowLake.append(table, more);
        rows.addAll(more);
        remember();
        return files;
    }

    /** By identity: generic records that look alike are equal. */
    void gone(List<Record> deleted) {
        rows.removeIf(row -> deleted.stream().anyMatch(each -> each == row));
        remember();
    }

    private void remember() {
        bySnapshot.put(table.currentSnapshot().snapshotId(), List.copyOf(rows));
    }

    List<List<Object>> at(Snapshot snapshot) {
        return at(snapshot, table.schemas().get(snapshot.schemaId()));
    }

    List<List<Object>> at(Snapshot snapshot, Schema schema) {
        return bySnapshot.get(snapshot.snapshotId()).stream()
                .map(row -> as(schema, row))
                .toList();
    }

    List<List<Object>> rows(Schema schema) {
        return rows.stream().map(row -> as(schema, row)).toList();
    }

    /** By field id, as the format's rules have it: renamed, promoted, and the default of a column that came later. */
    private static List<Object> as(Schema schema, Record row) {
        List<Object> values = new ArrayList<>();
        for (Types.NestedField field : schema.columns()) {
            Types.NestedField written = row.struct().field(field.fieldId());
            Object value = written == null ? field.initialDefault() : row.getField(written.name());
            boolean promoted = field.type().typeId() == Type.TypeID.LONG && value instanceof Integer;
            values.add(promoted ? Long.valueOf((Integer) value) : value);
        }
        return values;
    }
}
