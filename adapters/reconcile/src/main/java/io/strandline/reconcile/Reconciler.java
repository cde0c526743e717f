package io.strandline.reconcile;

import static java.util.Objects.requireNonNull;

import io.strandline.catalog.TableCatalog;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares connections with their registrations, live and as stored scans. Thread-safe. */
public final class Reconciler {
    static final String SCAN = "reconcile.scan";

    private final Connections connections;
    private final Evidence evidence;
    private final Scans scans;
    private final Executor executor;
    private final int lookUps;
    private final Clock clock;

    /**
     * A reconciler.
     *
     * @param executor runs look-ups; it must not be so small that one hanging catalog fills it: no queue, or a cached pool
     * @param lookUps look-ups of one comparison that run at a time, at least 1
     */
    public Reconciler(
            Connections connections, Evidence evidence, Scans scans, Executor executor, int lookUps, Clock clock) {
        this.connections = requireNonNull(connections, "connections");
        this.evidence = requireNonNull(evidence, "evidence");
        this.scans = requireNonNull(scans, "scans");
        this.executor = requireNonNull(executor, "executor");
        this.lookUps = lookUps;
        this.clock = requireNonNull(clock, "clock");
    }

    private record Wish(String connection, Set<FindingKind> kinds) {}

    /**
     * What differs now, connection by connection; those without a scratch target have nothing to compare. One whose listing
     * fails gives a row with the error, and breaks no other. All of one statement's readings see the same.
     *
     * @param among which connections to compare
     * @param kinds kinds to look for; null for all
     */
    public Stream<Finding> findings(Predicate<Connection> among, @Nullable Set<?> kinds, CallContext call) {
        Set<FindingKind> wanted = kinds == null ? FindingKind.lookedFor() : FindingKind.asked(kinds, call);
        if (wanted.isEmpty()) {
            return Stream.empty();
        }
        return connections.all().stream()
                .filter(among)
                .filter(connection -> connection.scratchTarget().isPresent())
                .flatMap(
                        connection -> call
                                .once(
                                        new Wish(connection.name(), Set.copyOf(wanted)),
                                        () -> live(connection, wanted, call))
                                .stream());
    }

    private List<Finding> live(Connection connection, Set<FindingKind> wanted, CallContext call) {
        try {
            Comparison.Compared compared = new Comparison(connection, evidence, call).run(wanted, lookUps, executor);
            warn(connection, compared, call);
            return compared.findings();
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            call.warn("connection \"" + connection.name() + "\" could not be compared: " + e.getMessage());
            return List.of(new Findings(connection, true, call.startedAt()).failed(null, null, e));
        } catch (RuntimeException e) {
            call.warn(
                    "connection \"" + connection.name() + "\" could not be compared; the gateway's log has the cause.");
            return List.of(new Findings(connection, true, call.startedAt()).failed(null, null, e));
        }
    }

    private static void warn(Connection connection, Comparison.Compared compared, CallContext call) {
        long failed =
                compared.findings().stream().filter(f -> f.error() != null).count();
        if (failed > 0) {
            call.warn("connection \"" + connection.name() + "\": " + failed
                    + " look-ups failed; their rows have no kind and status 'error'.");
        }
        if (compared.truncated()) {
            call.warn("connection \"" + connection.name() + "\": the listing was cut at " + compared.tables()
                    + " tables (listing_limit); what lies beyond was not compared.");
        }
    }

    /**
     * Compares one connection, stores the scan, and gives the findings.
     *
     * @param deep whether the files of its tables are looked at too: all that they name, and all that lie in their places
     * @throws StrandlineException {@code NOT_ALLOWED}; {@code NO_SUCH_OBJECT}; {@code REFUSED} for a connection without a
     *     scratch target; {@code NOT_SUPPORTED} if its catalog does not tell of files; {@code BACKEND} if the catalog does not answer, after a scan with that error was stored
     */
    public List<Finding> reconcile(String connectionName, boolean deep, CallContext call) {
        call.caller().require(Role.OPERATOR, "reconcile");
        Connection connection = connections.get(connectionName);
        connection.requireScratchTarget();
        if (deep) {
            requireFiles(connection);
        }
        Set<FindingKind> wanted = deep ? FindingKind.lookedForDeeply() : FindingKind.lookedFor();
        Comparison.Compared compared;
        try {
            compared = new Comparison(connection, evidence, call).run(wanted, lookUps, executor);
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            store(connection, Comparison.Compared.NOTHING, e.getMessage(), call);
            throw e;
        }
        warn(connection, compared, call);
        store(connection, compared, null, call);
        return compared.findings();
    }

    private void requireFiles(Connection connection) {
        TableCatalog catalog = evidence.catalog(connection.catalog());
        if (evidence.files().isEmpty() || catalog.storage().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "reconcile of connection \"" + connection.name() + "\" with deep => true: a catalog of type "
                            + catalog.type() + " does not tell of files. Leave deep out to compare tables and"
                            + " registrations.");
        }
    }

    private void store(Connection connection, Comparison.Compared compared, @Nullable String error, CallContext call) {
        Scan scan = Scan.of(
                connection,
                call.statementId(),
                call.caller().user(),
                call.startedAt(),
                clock.instant(),
                compared,
                error);
        Intent intent = new Intent(
                SCAN,
                SqlNames.quoteIfNeeded(connection.name()) + ": " + SqlNames.quoteIfNeeded(scan.catalog()) + "."
                        + scan.namespace(),
                ProofText.object().put("statement_id", scan.statementId()).toString());
        AtomicLong untold = new AtomicLong();
        Outcome outcome = call.effects().carryOut(intent, () -> {
            untold.set(
                    scans.insert(scan, compared.findings(), compared.coverage()).untold());
            return Outcome.ofDone();
        });
        if (untold.get() > 0) {
            call.warn(
                    "connection \"" + connection.name() + "\": " + untold
                            + " new findings are not posted to its webhook, which has too many pending; see reconcile.notices.");
        }
        if (!outcome.done()) {
            call.warn("the scan of connection \"" + connection.name() + "\" was not stored: " + outcome.detail());
        }
    }

    /** Who finds out whether a scan was stored: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                SCAN,
                intent -> scans.has(ProofText.read(intent).text("statement_id"))
                        ? Outcome.ofDone()
                        : Outcome.refused(Reason.EXEC_FAILED.text(), "the scan was not stored."));
    }
}
