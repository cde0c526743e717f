package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableType;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A whole listing of a backend that cannot page, in order of name. Beside the name itself, of some 60 bytes, an entry takes 8:
 * what else it needs is made for the page that is asked for. Immutable.
 */
final class SortedNames {
    private static final Comparator<TableEntry> BY_NAME =
            Comparator.comparing(entry -> entry.ref().name(), Text.BY_CODE_POINT);

    private final String catalog;
    private final List<String> namespace;
    private final String[] names;
    private final TableType[] types;

    /** The entries of that namespace, in any order. */
    SortedNames(String catalog, List<String> namespace, List<TableEntry> entries) {
        this.catalog = catalog;
        this.namespace = List.copyOf(namespace);
        TableEntry[] sorted = entries.toArray(TableEntry[]::new);
        Arrays.sort(sorted, BY_NAME);
        this.names = new String[sorted.length];
        this.types = new TableType[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            names[i] = sorted[i].ref().name();
            types[i] = sorted[i].type();
        }
    }

    /** How many there are. */
    int size() {
        return names.length;
    }

    /** At most so many after that name. */
    TablePage page(Optional<String> after, int limit) {
        int from = after.map(this::firstAfter).orElse(0);
        int to = (int) Math.min(names.length, from + (long) limit);
        List<TableEntry> entries = IntStream.range(from, to)
                .mapToObj(i -> new TableEntry(new TableRef(catalog, namespace, names[i]), types[i]))
                .toList();
        return new TablePage(entries, to < names.length);
    }

    private int firstAfter(String name) {
        int at = Arrays.binarySearch(names, name, Text.BY_CODE_POINT);
        int first = at < 0 ? -at - 1 : at + 1;
        while (first < names.length && names[first].equals(name)) {
            first++;
        }
        return first;
    }
}
