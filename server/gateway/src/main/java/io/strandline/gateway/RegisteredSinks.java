package io.strandline.gateway;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.registry.Sink;
import io.strandline.registry.Sinks;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.sql.SinkRegistration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Registers sinks before their first write (CAT-10, CAT-20): what they write is then of a known writer. A table that was made
 * anew under its name is another, and its sink is registered again.
 */
final class RegisteredSinks implements SinkRegistration {
    private final Sinks registry;
    private final Catalogs catalogs;

    /** By id the table for which it is known to be registered; one that is unregistered meanwhile is again at the next start. */
    private final Map<String, String> known = new ConcurrentHashMap<>();

    RegisteredSinks(Sinks registry, Catalogs catalogs) {
        this.registry = registry;
        this.catalogs = catalogs;
    }

    @Override
    public void writes(SinkSpec sink, CallContext call) {
        Optional<TableState> table = catalogs.all().stream()
                .filter(catalog -> catalog.name().equals(sink.table().catalog()))
                .findFirst()
                .flatMap((TableCatalog catalog) -> catalog.describe(sink.table(), call));
        if (table.isEmpty() || !Sink.isName(sink.id())) {
            return; // a database is no table of the lake, and has no snapshots that could surprise
        }
        String uuid = table.orElseThrow().uuid();
        String which = sink.table() + " " + uuid;
        if (which.equals(known.get(sink.id()))) {
            return;
        }
        Optional<Sink> there = registry.byId(sink.id());
        boolean ofAnother = there.filter(
                        kept -> !kept.isOf(uuid) && kept.table().equals(sink.table()))
                .isPresent();
        if (ofAnother) {
            registry.delete(sink.id());
        }
        if (there.isEmpty() || ofAnother) {
            registry.insert(new Sink(
                    sink.id(),
                    sink.table(),
                    uuid,
                    null,
                    null,
                    "a sink of this gateway",
                    call.caller().user(),
                    call.startedAt()));
        }
        known.put(sink.id(), which);
    }
}
