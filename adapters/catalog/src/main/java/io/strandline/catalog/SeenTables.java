package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which state of each table a statement looks at: that which it read first, named by its metadata file, whose content never
 * changes. All that shows a table asks here before it reads, so that no statement mixes two states of one. Keeps the names of
 * files, some 50 bytes a table beside its listing, and no state. Of a catalog that names no metadata file nothing is kept. Thread-safe.
 */
public final class SeenTables {
    private final Map<TableRef, String> files = new ConcurrentHashMap<>();
    private final Map<TableRef, Optional<TableEntry>> found = new ConcurrentHashMap<>();

    private SeenTables() {}

    /** What that statement has seen; of one that keeps nothing, as a proof does not (REC-10), nothing. */
    public static SeenTables of(CallContext call) {
        return call.once(SeenTables.class, SeenTables::new);
    }

    /** The entry of a name that was not listed: that which was found first. */
    Optional<TableEntry> find(TableRef ref, Supplier<Optional<TableEntry>> question) {
        String file = files.get(ref);
        if (file != null) {
            return Optional.of(new TableEntry(ref, TableType.TABLE).at(file));
        }
        Optional<TableEntry> known = found.get(ref);
        if (known == null) {
            Optional<TableEntry> asked = question.get();
            known = found.putIfAbsent(ref, asked);
            return known == null ? asked : known;
        }
        return known;
    }

    /** The entry in the state that was read first, if one was. */
    TableEntry seen(TableEntry entry) {
        String file = files.get(entry.ref());
        return file == null ? entry : entry.at(file);
    }

    /**
     * What is read of a table, in the state that the statement read first.
     *
     * @param question reads it: in the state of the entry's metadata file, if that names one
     * @param fileOf the metadata file that it was read from; null if it is not of a table, or not known
     * @throws StrandlineException {@code CONFLICT} if the state that was read first is not to be had any more
     */
    public <T> Optional<T> read(
            TableEntry entry, Function<TableEntry, Optional<T>> question, Function<T, @Nullable String> fileOf) {
        Optional<T> read = question.apply(seen(entry));
        if (read.isEmpty() || isFirst(entry, fileOf.apply(read.orElseThrow()))) {
            return read;
        }
        // another thread read another state meanwhile
        Optional<T> again = question.apply(seen(entry));
        if (again.isPresent() && !isFirst(entry, fileOf.apply(again.orElseThrow()))) {
            throw new StrandlineException(
                    ErrorCode.CONFLICT,
                    entry.ref() + " changed while the statement looked at it, and the state it saw first is gone."
                            + " Run the statement again.");
        }
        return again;
    }

    private boolean isFirst(TableEntry entry, @Nullable String file) {
        if (file == null) {
            return true;
        }
        String listed = entry.metadataLocation();
        // the listing's own text, if it is that: it is kept for the statement anyway
        String first = files.putIfAbsent(entry.ref(), file.equals(listed) ? listed : file);
        return first == null || first.equals(file);
    }
}
