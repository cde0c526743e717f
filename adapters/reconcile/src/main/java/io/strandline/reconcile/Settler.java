package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.reconcile.Looked.What;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes findings of what looks wrong, while the comparison goes on. Registrations and sources are asked for together for many
 * names, since a question each would take longer than all the rest; only then, source by source, whether a stored file is
 * there. Belongs to one thread.
 */
final class Settler implements AutoCloseable {
    private static final int TOGETHER = 256;

    /** Each has one of the few connections to the store while it works. */
    private static final int AT_A_TIME = 2;

    private final Connection connection;
    private final Evidence evidence;
    private final Findings findings;
    private final int lookUps;
    private final Executor executor;
    private final CallContext call;
    private final List<Finding> found = new ArrayList<>();
    private final Ahead<List<Looked>, List<Finding>> settling;
    private List<Looked> waiting = new ArrayList<>();

    Settler(
            Connection connection,
            Evidence evidence,
            Findings findings,
            int lookUps,
            Executor executor,
            CallContext call) {
        this.connection = connection;
        this.evidence = evidence;
        this.findings = findings;
        this.lookUps = lookUps;
        this.executor = executor;
        this.call = call;
        this.settling = new Ahead<>(this::settle, AT_A_TIME, executor, call, found::addAll);
    }

    /** Takes what was looked at; nothing comes of what is fine. */
    void add(Looked looked) {
        if (looked.what() != What.FINE) {
            waiting.add(looked);
        }
        if (waiting.size() >= TOGETHER) {
            send();
        }
    }

    private void send() {
        settling.give(waiting);
        waiting = new ArrayList<>();
    }

    /** The findings of all that was added. */
    List<Finding> finish() {
        if (!waiting.isEmpty()) {
            send();
        }
        settling.finish();
        return found;
    }

    @Override
    public void close() {
        settling.close();
    }

    /** The registrations of those names. */
    Map<String, Registration> registrations(Collection<String> names) {
        Map<String, Registration> byName = new HashMap<>();
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += TOGETHER) {
            call.checkpoint();
            List<String> some = all.subList(from, Math.min(all.size(), from + TOGETHER));
            evidence.registrations()
                    .named(connection.name(), connection.catalog(), connection.requireScratchTarget(), some)
                    .forEach(registration -> byName.put(registration.table().name(), registration));
        }
        return byName;
    }

    private List<Finding> settle(List<Looked> together) {
        Map<String, Registration> kept = registrations(
                together.stream().map(looked -> looked.pair().name()).toList());
        List<Location> orphaned = together.stream()
                .filter(looked -> looked.what() == What.EXTERNAL
                        && !kept.containsKey(looked.pair().name()))
                .flatMap(looked -> Stream.ofNullable(looked.actual()))
                .toList();
        Map<String, List<Source>> near = evidence.sourcesNear(orphaned);
        List<Finding> settled = new ArrayList<>();
        try (Ahead<Looked, List<Finding>> slow =
                new Ahead<>(looked -> settle(looked, kept, near), lookUps, executor, call, settled::addAll)) {
            for (Looked looked : together) {
                if (asksForSources(looked, kept, near)) {
                    slow.give(looked);
                } else {
                    settled.addAll(settle(looked, kept, near));
                }
            }
            slow.finish();
        }
        return settled;
    }

    private boolean asksForSources(Looked looked, Map<String, Registration> kept, Map<String, List<Source>> near) {
        Registration registration = kept.get(looked.pair().name());
        Location actual = looked.actual();
        return registration != null
                ? registration.sourceId() != null
                : looked.what() == What.EXTERNAL
                        && actual != null
                        && (near.containsKey(LocationRules.pathKey(actual))
                                || connection.managedResources().isPresent());
    }

    private List<Finding> settle(Looked looked, Map<String, Registration> kept, Map<String, List<Source>> near) {
        TableRef table = connection.table(looked.pair().name());
        Registration registration = kept.get(table.name());
        try {
            return of(looked, table, registration, near);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return List.of(findings.failed(table, registration, e));
        } catch (RuntimeException e) {
            return List.of(findings.failed(table, registration, e));
        }
    }

    private List<Finding> of(
            Looked looked, TableRef table, @Nullable Registration registration, Map<String, List<Source>> near) {
        if (looked.failure() != null) {
            return List.of(failed(table, registration, looked.failure()));
        }
        Location actual = looked.actual();
        return switch (looked.what()) {
            case FINE, FAILED -> List.of();
            // forgotten since: then nothing is missing, and the next comparison says what is there
            case GONE ->
                registration == null ? List.of() : List.of(findings.missing(registration, source(registration)));
            case DIFFERS -> registration == null ? List.of() : differing(registration, looked);
            case PREFIX_MISMATCH ->
                registration != null || actual == null ? List.of() : List.of(findings.prefixMismatch(table, actual));
            // listing and registrations are read one after the other: what was registered in between is no orphan
            case EXTERNAL -> registration != null || actual == null ? List.of() : List.of(orphan(table, actual, near));
        };
    }

    private Finding orphan(TableRef table, Location actual, Map<String, List<Source>> near) {
        List<Source> sources = near.getOrDefault(LocationRules.pathKey(actual), List.of());
        return findings.orphan(table, actual, evidence.proof(connection, actual, sources, call));
    }

    private List<Finding> differing(Registration registration, Looked looked) {
        List<Finding> wrong = new ArrayList<>();
        Location actual = looked.actual();
        if (actual != null) {
            switch (evidence.rules().relation(registration.location(), actual)) {
                case SAME -> {}
                case DIFFERENT -> wrong.add(findings.drifted(registration, actual, source(registration)));
                case PREFIX_MISMATCH -> wrong.add(findings.prefixMismatch(registration, actual, source(registration)));
            }
        }
        String uuid = looked.uuid();
        if (uuid != null && Judge.isReplaced(uuid, registration.tableUuid())) {
            wrong.add(findings.replaced(registration, actual, uuid, source(registration)));
        }
        return wrong;
    }

    private @Nullable SourceRef source(Registration registration) {
        return evidence.source(registration, call).orElse(null);
    }

    private Finding failed(TableRef table, @Nullable Registration registration, RuntimeException failure) {
        if (failure instanceof StrandlineException known) {
            switch (known.code()) {
                case METADATA_MISSING -> {
                    return findings.unreadable(
                            FindingKind.METADATA_MISSING, table, registration, StrandlineException.describe(known));
                }
                case METADATA_UNREADABLE -> {
                    return findings.unreadable(
                            FindingKind.CORRUPT_METADATA, table, registration, StrandlineException.describe(known));
                }
                default -> {
                    // every other code is a look-up that failed
                }
            }
        }
        return findings.failed(table, registration, failure);
    }
}
