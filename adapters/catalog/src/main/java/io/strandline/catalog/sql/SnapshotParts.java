package io.strandline.catalog.sql;

import io.strandline.catalog.FilesWanted;
import io.strandline.catalog.FilesWanted.Among;
import io.strandline.catalog.FilesWanted.Part;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableFiles;
import io.strandline.catalog.TableLoads;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** SQL tables of what snapshots are made of, one table of the lake after the other, each read as its rows are looked at. */
final class SnapshotParts {
    static final String SNAPSHOT = "snapshot_id";
    static final String PATH = "file_path";
    static final String PARTITION = "partition_values";
    static final String CONTENT = "content";
    static final String SPEC = "spec_id";
    static final String STATISTICS = "column_statistics";

    private static final Set<String> DETAILS = Set.of(
            "file_format", "sort_order_id", "split_offsets", "equality_ids", "first_row_id", "referenced_data_file");

    private SnapshotParts() {}

    /** How the parts of a snapshot are asked for. */
    @FunctionalInterface
    interface Question<P> {
        /** The parts. */
        Stream<P> of(TableFiles files, TableEntry table, FilesWanted wanted, CallContext call);
    }

    /**
     * Such a table.
     *
     * @param pushed columns whose conditions save reading manifests or files
     */
    static <P> VirtualTable<?> table(
            String name,
            String remarks,
            TableSource source,
            Question<P> question,
            Columns<PartRow<P>> columns,
            String... pushed) {
        return VirtualTable.<PartRow<P>>named(
                        name, remarks + "; one row with the error for a table that cannot be read.")
                .columns(CommonColumns.NAMES, PartRow::table)
                .columns(columns)
                .columns(
                        CommonColumns.STATUS_AND_ERROR,
                        row -> new CommonColumns.StatusOf(row.table().failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .pushes(pushed)
                .rows((wanted, call) -> rows(source, question, wanted, call));
    }

    private static <P> Stream<PartRow<P>> rows(
            TableSource source, Question<P> question, Wanted wanted, CallContext call) {
        List<FilesWanted> snapshots = wantedOf(wanted);
        Stream<TableRow> tables = source.listed(wanted, call);
        Open<P> open = new Open<>();
        Iterator<PartRow<P>> rows = new LazyFlat<>(
                tables.iterator(),
                table -> new LazyFlat<>(snapshots, one -> rowsOf(source, table, question, open, one, call)));
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(open::close)
                .onClose(tables::close);
    }

    private static List<FilesWanted> wantedOf(Wanted wanted) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        if (wanted.wants(PATH)) {
            parts.add(Part.LOCATION);
        }
        if (wanted.wants(PARTITION)) {
            parts.add(Part.PARTITION);
        }
        if (wanted.wants(STATISTICS)) {
            parts.add(Part.STATISTICS);
        }
        if (wanted.columns().stream().anyMatch(DETAILS::contains)) {
            parts.add(Part.DETAILS);
        }
        Among among = new Among(
                among(wanted, PARTITION, String.class),
                among(wanted, CONTENT, String.class),
                among(wanted, SPEC, Integer.class),
                among(wanted, PATH, String.class));
        return wanted.among(SNAPSHOT)
                .map(ids -> ids.stream()
                        .map(id -> Optional.of(((Number) id).longValue()))
                        .sorted((a, b) -> Long.compare(a.orElseThrow(), b.orElseThrow())))
                .orElseGet(() -> Stream.of(Optional.<Long>empty()))
                .map(id -> new FilesWanted(id, parts, among))
                .toList();
    }

    private static <T> Optional<Set<T>> among(Wanted wanted, String column, Class<T> type) {
        return wanted.among(column)
                .map(values -> values.stream().map(type::cast).collect(Collectors.toSet()));
    }

    private static <P> Iterator<PartRow<P>> rowsOf(
            TableSource source,
            TableRow table,
            Question<P> question,
            Open<P> open,
            FilesWanted wanted,
            CallContext call) {
        TableEntry entry = table.entry();
        if (entry == null) {
            return List.of(new PartRow<P>(table, null)).iterator();
        }
        Optional<TableFiles> files = source.catalogOf(table).files();
        if (entry.type() != TableType.TABLE || files.isEmpty()) {
            return List.<PartRow<P>>of().iterator();
        }
        return new OrFailure<>(table, () -> open.iterator(question.of(files.orElseThrow(), entry, wanted, call)));
    }

    /** The stream that is read now: of several, one after the other. */
    private static final class Open<P> {
        private Stream<P> current = Stream.empty();
        private boolean closed;

        synchronized Iterator<P> iterator(Stream<P> next) {
            current.close();
            current = next;
            if (closed) {
                next.close();
                return Collections.emptyIterator();
            }
            return next.iterator();
        }

        /** Perhaps by another thread, which cancels the statement. */
        synchronized void close() {
            closed = true;
            current.close();
        }
    }

    /** The parts as far as they can be read, and then a row with the failure, if one ended them (CAT-13). */
    private static final class OrFailure<P> implements Iterator<PartRow<P>> {
        private final TableRow table;
        private final Supplier<Iterator<P>> question;
        private @Nullable Iterator<P> parts;
        private @Nullable StrandlineException failure;
        private boolean told;

        OrFailure(TableRow table, Supplier<Iterator<P>> question) {
            this.table = table;
            this.question = question;
        }

        @Override
        public boolean hasNext() {
            if (failure == null) {
                try {
                    if (parts == null) {
                        parts = question.get();
                    }
                    return parts.hasNext();
                } catch (StrandlineException e) {
                    if (!TableLoads.isOfTheObject(e)) {
                        throw e;
                    }
                    failure = e;
                }
            }
            return !told;
        }

        @Override
        public PartRow<P> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            StrandlineException why = failure;
            Iterator<P> left = parts;
            if (why != null || left == null) {
                told = true;
                return new PartRow<>(why == null ? table : table.failed(why), null);
            }
            return new PartRow<>(table, left.next());
        }
    }
}
