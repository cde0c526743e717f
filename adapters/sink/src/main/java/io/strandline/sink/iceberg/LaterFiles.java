package io.strandline.sink.iceberg;

import io.strandline.common.LongSet;
import io.strandline.sink.RollbackConflict.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;
import org.jspecify.annotations.Nullable;

/** Files that came since a keyed run: a key of the run in one of them is a conflict (SNK-11). Used by one thread. */
final class LaterFiles {
    private final RunTrace trace;
    private final List<ContentFile<?>> files = new ArrayList<>();

    LaterFiles(RunTrace trace) {
        this.trace = trace;
    }

    void see(DataFile file) {
        if (isLater(file)) {
            files.add(file.copyWithoutStats());
        }
    }

    void see(DeleteFile file) {
        // what a vector deleted since is asked snapshot by snapshot
        if (isLater(file) && !ContentFileUtil.isDV(file)) {
            files.add(file.copyWithoutStats());
        }
    }

    private boolean isLater(ContentFile<?> file) {
        Long sequence = file.fileSequenceNumber();
        return sequence != null && sequence >= trace.firstSequence();
    }

    /**
     * Finds the conflicts.
     *
     * @param written files that have keys of the run: those of its rows, and those of its deletes
     * @param hidden rows of its keys that it deleted by their places
     * @param keys takes the run's own keys
     * @return the keys that conflict
     */
    ConflictingKeys find(
            Table table,
            Collection<? extends ContentFile<?>> written,
            HiddenRows hidden,
            LongSet keys,
            FoundConflicts found) {
        List<Types.NestedField> key = key(table);
        ConflictingKeys conflicting = new ConflictingKeys(key);
        if (key.isEmpty()) {
            return conflicting;
        }
        KeyFiles reader = new KeyFiles(table, key);
        written.forEach(file -> reader.read(file, values -> keys.add(reader.hash(values))));
        hidden.keys(reader, values -> keys.add(reader.hash(values)));
        Map<Long, Snapshot> snapshots = trace.laterBySequence();
        for (ContentFile<?> file : files) {
            Snapshot by = snapshots.get(file.fileSequenceNumber());
            if (file.content() == FileContent.POSITION_DELETES) {
                found.add(Kind.CHANGED_SINCE, file.location(), by, "rows were deleted one by one since");
            } else if (!KeyFiles.isReadable(file)) {
                found.add(Kind.CHANGED_SINCE, file.location(), by, "its keys are not known: it is no Parquet file");
            } else {
                reader.read(file, values -> conflict(reader, values, by, keys, conflicting, found));
            }
        }
        hidden.later(
                reader,
                (by, values) -> conflict(reader, values, by, keys, conflicting, found),
                (by, file) -> found.add(
                        Kind.CHANGED_SINCE,
                        file.location(),
                        by,
                        "rows of it were deleted since, and its keys are not known: it is no Parquet file"));
        return conflicting;
    }

    private static void conflict(
            KeyFiles reader,
            @Nullable Object[] values,
            @Nullable Snapshot by,
            LongSet keys,
            ConflictingKeys conflicting,
            FoundConflicts found) {
        if (keys.contains(reader.hash(values)) && conflicting.add(reader.text(values), values)) {
            found.add(Kind.CHANGED_SINCE, reader.text(values), by, "a row of that key was written or deleted since");
        }
    }

    private List<Types.NestedField> key(Table table) {
        List<Types.NestedField> key = new ArrayList<>();
        for (Integer id : keyOf(trace)) {
            table.schemas().values().stream()
                    .map(schema -> schema.findField(id))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(field -> field.isOptional()
                            ? field
                            : Types.NestedField.from(field).asOptional().build())
                    .ifPresent(key::add);
        }
        return key;
    }

    /** Ids of the columns of a run's key, as it says or its files of deletes have them; those of a cleanup have others too. */
    static List<Integer> keyOf(RunTrace trace) {
        if (!trace.key().isEmpty()) {
            return trace.key();
        }
        return trace.deletes().values().stream()
                .filter(file -> file.content() == FileContent.EQUALITY_DELETES)
                .map(DeleteFile::equalityFieldIds)
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }
}
