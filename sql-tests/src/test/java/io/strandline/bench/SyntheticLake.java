package io.strandline.bench;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A catalog of one namespace whose listing tells where each table lies, as Trino's does: two arrays in order of name. Table
 * {@code i} of a hundred is registered nowhere for {@code i = 1} and elsewhere for {@code i = 2}.
 */
final class SyntheticLake implements TableCatalog {
    static final String NAME = "lake";
    static final List<String> NAMESPACE = List.of("scratch");
    static final int BUCKETS = 7;

    final String[] names;
    final String[] locations;
    /** Runs before the last page is given. */
    private Runnable beforeEnd = () -> {};

    SyntheticLake(int tables) {
        Integer[] order = new Integer[tables];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Text.BY_CODE_POINT.compare(name(a), name(b)));
        names = Arrays.stream(order).map(SyntheticLake::name).toArray(String[]::new);
        locations = Arrays.stream(order).map(SyntheticLake::location).toArray(String[]::new);
    }

    static String name(int i) {
        return String.format(Locale.ROOT, "ns%03d.table_%07d", i % 200, i);
    }

    static String location(int i) {
        return "s3://bucket-" + i % BUCKETS + "/warehouse/ns" + i % 200 + "/table_" + i + "-3f2a9c";
    }

    void beforeEnd(Runnable action) {
        beforeEnd = action;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String type() {
        return "synthetic";
    }

    @Override
    public Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public boolean dropKeepsFiles() {
        return true;
    }

    @Override
    public void probe(CallContext call) {}

    @Override
    public List<Namespace> namespaces(CallContext call) {
        return List.of(new Namespace(NAMESPACE, Map.of()));
    }

    @Override
    public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
        int from = after.map(name -> indexOf(name) + 1).orElse(0);
        int to = Math.min(names.length, from + limit);
        if (to == names.length) {
            beforeEnd.run();
        }
        List<TableEntry> entries = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            entries.add(new TableEntry(
                    new TableRef(NAME, NAMESPACE, names[i]),
                    TableType.TABLE,
                    new TableEntry.Seen(locations[i], null, null),
                    null));
        }
        return new TablePage(entries, to < names.length);
    }

    private int indexOf(String name) {
        return Arrays.binarySearch(names, name, Text.BY_CODE_POINT);
    }

    @Override
    public Optional<TableState> describe(TableRef table, CallContext call) {
        int at = indexOf(table.name());
        return at < 0 ? Optional.empty() : Optional.of(state(table, locations[at]));
    }

    private static TableState state(TableRef table, String location) {
        return TableState.outline(table, TableType.TABLE, "synthetic", null, location);
    }

    @Override
    public boolean exists(TableRef table, CallContext call) {
        return indexOf(table.name()) >= 0;
    }

    @Override
    public boolean drop(TableRef table, CallContext call) {
        throw new UnsupportedOperationException("nothing is dropped here");
    }

    @Override
    public void close() {}
}
