package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.ACTUAL;
import static io.strandline.reconcile.store.HistoryTables.CATALOG;
import static io.strandline.reconcile.store.HistoryTables.CONNECTION;
import static io.strandline.reconcile.store.HistoryTables.DETAIL;
import static io.strandline.reconcile.store.HistoryTables.EXPECTED;
import static io.strandline.reconcile.store.HistoryTables.FINDING;
import static io.strandline.reconcile.store.HistoryTables.FIRST_SCAN;
import static io.strandline.reconcile.store.HistoryTables.FIRST_SEEN;
import static io.strandline.reconcile.store.HistoryTables.ID;
import static io.strandline.reconcile.store.HistoryTables.KIND;
import static io.strandline.reconcile.store.HistoryTables.LAST_SCAN;
import static io.strandline.reconcile.store.HistoryTables.LAST_SEEN;
import static io.strandline.reconcile.store.HistoryTables.NAMESPACE;
import static io.strandline.reconcile.store.HistoryTables.PROVABLE;
import static io.strandline.reconcile.store.HistoryTables.REGISTRATION_ID;
import static io.strandline.reconcile.store.HistoryTables.SEVERITY;
import static io.strandline.reconcile.store.HistoryTables.SOURCE_ID;
import static io.strandline.reconcile.store.HistoryTables.SOURCE_KIND;
import static io.strandline.reconcile.store.HistoryTables.TABLE_NAME;
import static io.strandline.reconcile.store.HistoryTables.TIMES_SEEN;
import static java.util.Objects.requireNonNull;

import io.strandline.common.Location;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.Scan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Findings as values of {@link HistoryTables#FINDING}, bound a batch at a time. */
final class FindingRow {
    /** What each scan sees anew. */
    static final List<Field<?>> CONTENT =
            List.of(CATALOG, SEVERITY, EXPECTED, ACTUAL, SOURCE_KIND, SOURCE_ID, PROVABLE, DETAIL);

    private static final List<Field<?>> IDENTITY = List.of(CONNECTION, NAMESPACE, KIND, TABLE_NAME, REGISTRATION_ID);
    private static final List<Field<?>> SEEN = List.of(FIRST_SEEN, LAST_SEEN, TIMES_SEEN, FIRST_SCAN, LAST_SCAN);

    private FindingRow() {}

    /** The values of {@link #CONTENT}. */
    static @Nullable Object[] content(Finding finding) {
        var source = finding.source();
        return new @Nullable Object[] {
            finding.catalog(),
            finding.severity().name(),
            text(finding.expected()),
            text(finding.actual()),
            source == null ? null : source.kind(),
            source == null ? null : source.id(),
            finding.provable(),
            finding.detail()
        };
    }

    /** Whether the row has that content. */
    static boolean isContent(Record row, @Nullable Object[] content) {
        for (int i = 0; i < content.length; i++) {
            if (!Objects.equals(row.get(CONTENT.get(i)), content[i])) {
                return false;
            }
        }
        return true;
    }

    /** Gives a row other content; bound with {@link #update}. */
    static Query updating(DSLContext dsl) {
        Map<Field<?>, @Nullable Object> values = new LinkedHashMap<>();
        CONTENT.forEach(field -> values.put(field, null));
        return dsl.update(FINDING).set(values).where(ID.eq((Long) null));
    }

    static @Nullable Object[] update(@Nullable Object[] content, long id) {
        @Nullable Object[] values = Arrays.copyOf(content, content.length + 1);
        values[content.length] = id;
        return values;
    }

    /** Makes a row; bound with {@link #insert}. */
    static Query inserting(DSLContext dsl) {
        List<Field<?>> fields = new ArrayList<>(IDENTITY);
        fields.addAll(CONTENT);
        fields.addAll(SEEN);
        return dsl.insertInto(FINDING).columns(fields).values(Collections.nCopies(fields.size(), (Object) null));
    }

    static @Nullable Object[] insert(Scan scan, long scanId, Finding finding, Instant from) {
        Stream<@Nullable Object> identity = Stream.of(
                scan.connection(),
                scan.namespace(),
                requireNonNull(finding.kind()).name(),
                finding.table(),
                finding.registrationId());
        Stream<@Nullable Object> seen = Stream.of(from, from, 1L, scanId, scanId);
        return Stream.concat(Stream.concat(identity, Arrays.stream(content(finding))), seen)
                .toArray();
    }

    private static @Nullable String text(@Nullable Location location) {
        return location == null ? null : location.text();
    }
}
