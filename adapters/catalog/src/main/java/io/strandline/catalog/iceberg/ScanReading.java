package io.strandline.catalog.iceberg;

import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.Secrets;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.iceberg.util.PartitionUtil;
import org.jspecify.annotations.Nullable;

/** How the files of one scan are read: which columns, with which deletes, and what a failure is called. Immutable. */
final class ScanReading {
    private final TableRef ref;
    private final LoadedMetadata loaded;
    private final Schema schema;
    private final Schema projection;
    private final Schema everyField;
    private final List<Function<Object, Object>> values;
    private final @Nullable NameMapping names;
    private final Secrets secrets;

    ScanReading(TableRef ref, LoadedMetadata loaded, Schema schema, RowsWanted wanted, Secrets secrets) {
        this.ref = ref;
        this.loaded = loaded;
        this.schema = schema;
        this.secrets = secrets;
        List<Types.NestedField> fields =
                wanted.columns().stream().map(schema.columns()::get).toList();
        this.projection = new Schema(fields);
        this.everyField = everyField(loaded, schema);
        this.values = fields.stream()
                .map(field ->
                        RowValues.of(field.type(), "column " + SqlNames.quoteIfNeeded(field.name()) + " of " + ref))
                .toList();
        String mapping = loaded.metadata().properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        this.names = mapping == null ? null : NameMappingParser.fromJson(mapping);
    }

    /** The columns of the scan, and those that the table had or has beside: a delete by key may name one of them. */
    private static Schema everyField(LoadedMetadata loaded, Schema schema) {
        List<Types.NestedField> fields = new ArrayList<>(schema.columns());
        Set<Integer> ids = new HashSet<>();
        fields.forEach(field -> ids.add(field.fieldId()));
        for (Schema other : loaded.metadata().schemas()) {
            for (Types.NestedField field : other.columns()) {
                if (ids.add(field.fieldId())) {
                    fields.add(Types.NestedField.from(field)
                            .withName("field " + field.fieldId())
                            .build());
                }
            }
        }
        return new Schema(fields);
    }

    /**
     * A file, opened.
     *
     * @param rows all that it has, deleted or not, with the wanted columns first
     * @param isLeft whether a row is not deleted
     */
    record Opened(CloseableIterable<Record> rows, Predicate<Record> isLeft) {}

    /** Reads the deletes that apply to a file, and is ready to read the file. */
    Opened open(FileScanTask task) {
        requireReadable(task.file());
        task.deletes().forEach(ScanReading::requireReadable);
        RowDeletes deletes = new RowDeletes(loaded.io(), task, everyField, wantedOf(task));
        GenericFiles.Wanted wanted = new GenericFiles.Wanted(
                deletes.requiredSchema(),
                PartitionUtil.constantsMap(task, ScanReading::constant),
                RowExpressions.ofFile(task.residual(), schema),
                names);
        Predicate<Record> isLeft = deletes.isLeft();
        return new Opened(
                GenericFiles.open(task.file().format(), loaded.io().newInputFile(task.file()), wanted), isLeft);
    }

    /** A partition's value as a reader would read it; Iceberg's own conversion passes over nanoseconds. */
    private static @Nullable Object constant(Type type, @Nullable Object value) {
        if (value != null && type instanceof Types.TimestampNanoType nanos) {
            return nanos.shouldAdjustToUTC()
                    ? DateTimeUtil.timestamptzFromNanos((Long) value)
                    : DateTimeUtil.timestampFromNanos((Long) value);
        }
        return IdentityPartitionConverters.convertConstant(type, value);
    }

    /** What is read for the statement, and the columns in which deletes by a nested key look for it. */
    private Schema wantedOf(FileScanTask task) {
        List<Types.NestedField> fields = new ArrayList<>(projection.columns());
        Set<Integer> ids = new HashSet<>();
        fields.forEach(field -> ids.add(field.fieldId()));
        for (DeleteFile delete : task.deletes()) {
            if (delete.content() == FileContent.EQUALITY_DELETES) {
                for (int id : delete.equalityFieldIds()) {
                    Types.NestedField top = topOf(id);
                    if (top != null && ids.add(top.fieldId())) {
                        fields.add(top);
                    }
                }
            }
        }
        return fields.size() == projection.columns().size() ? projection : new Schema(fields);
    }

    private Types.@Nullable NestedField topOf(int id) {
        for (Types.NestedField field : everyField.columns()) {
            boolean inside = field.type().isNestedType() && new Schema(List.of(field)).findField(id) != null;
            if (field.fieldId() == id || inside) {
                return field;
            }
        }
        return null;
    }

    private static void requireReadable(ContentFile<?> file) {
        boolean vector = file.content() == FileContent.POSITION_DELETES && file.format() == FileFormat.PUFFIN;
        if (!vector && !GenericFiles.FORMATS.contains(file.format())) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "file " + file.location() + " is of the format " + file.format()
                            + ", which cannot be read here; Parquet and Avro can. Use the engine that wrote it.");
        }
    }

    /** A row's values as they are given. */
    @Nullable
    Object[] values(Record row) {
        @Nullable Object[] converted = new Object[values.size()];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = RowValues.orNull(row.get(i), values.get(i));
        }
        return converted;
    }

    /** Makes what planning throws name its table. */
    <T> T planning(Supplier<T> work) {
        try {
            return work.get();
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    ref + ": a file of its metadata is not there: " + secrets.describe(e)
                            + ". Restore it, or roll back to a snapshot that does not need it.",
                    e);
        } catch (RuntimeException e) {
            throw unreadable(ErrorCode.METADATA_UNREADABLE, "a file of its metadata", e);
        }
    }

    /** Makes what reading throws name the file. */
    <T> T reading(FileScanTask task, Supplier<T> work) {
        try {
            return work.get();
        } catch (StrandlineException e) {
            throw e;
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT,
                    ref + ": its metadata names a file that is not there: " + secrets.describe(e) + " (reading "
                            + secrets.scrub(task.file().location())
                            + "). Restore it, or read a snapshot that does not need it.",
                    e);
        } catch (RuntimeException e) {
            throw unreadable(
                    ErrorCode.BACKEND, "data file " + secrets.scrub(task.file().location()), e);
        }
    }

    private RuntimeException unreadable(ErrorCode code, String what, RuntimeException cause) {
        Failures.rethrowIfInterrupted(cause);
        return new StrandlineException(
                code,
                ref + ": " + what + " cannot be read: " + secrets.describe(cause)
                        + ". Try again, restore it, or read a snapshot that does not need it.",
                cause);
    }
}
