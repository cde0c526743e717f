package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.LongSet;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What tables are called in a namespace, but for case, read once for all repairs of a statement: to list the names for each
 * of them would take longer than all the rest. A name takes some 12 bytes. Belongs to one statement and one thread.
 */
final class ListedNames {
    private record Place(String catalog, List<String> namespace) {}

    private final Evidence evidence;
    private final CallContext call;
    private final Map<Place, LongSet> hashes = new HashMap<>();

    ListedNames(Evidence evidence, CallContext call) {
        this.evidence = evidence;
        this.call = call;
    }

    /**
     * Whether a table of the namespace may be called so but for case (LOC-6); false only if none was when this was first
     * asked.
     *
     * @throws io.strandline.common.StrandlineException if the namespace cannot be listed; then it is listed when next asked
     */
    boolean mayHave(TableRef table) {
        Place place = new Place(table.catalog(), table.namespace());
        LongSet known = hashes.get(place);
        if (known == null) {
            known = read(place);
            hashes.put(place, known);
        }
        return known.contains(hash(table));
    }

    private LongSet read(Place place) {
        LongSet read = new LongSet();
        TableListing listing = new TableListing(evidence.catalog(place.catalog()), place.namespace(), call);
        while (listing.hasNext()) {
            TableEntry entry = listing.next();
            if (entry.type() == TableType.TABLE) {
                read.add(hash(entry.ref()));
            }
        }
        return read;
    }

    private static long hash(TableRef table) {
        return Text.fold(table.name()).hashCode();
    }
}
