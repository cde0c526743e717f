package io.strandline.reconcile;

import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableLoads;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.Connection;
import io.strandline.registry.Sink;
import io.strandline.registry.Sinks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables that have sinks and are written by others too (CAT-10, REC-17). Of the snapshots that the current one descends
 * from, it looks at that one and at those made since the first sink was registered; those that leave the rows as they are
 * (compactions, rewritten manifests) are nobody's writing. Used once.
 */
final class UnknownWriters {
    /** Operation of a snapshot that changes files and no row. */
    private static final String REPLACE = "replace";

    /** Writers of a table that one finding names; catalog.snapshots has all. */
    private static final int WRITERS_SHOWN = 5;

    private final Connection connection;
    private final TableCatalog catalog;
    private final Sinks sinks;
    private final Findings findings;
    private final CallContext call;
    private final List<Finding> found = new ArrayList<>();

    UnknownWriters(Connection connection, TableCatalog catalog, Sinks sinks, Findings findings, CallContext call) {
        this.connection = connection;
        this.catalog = catalog;
        this.sinks = sinks;
        this.findings = findings;
        this.call = call;
    }

    /** A table and its sinks. */
    private record Written(TableRef table, List<Sink> sinks) {}

    /** What a look at a table showed: nothing, unknown writers, or why there was nothing to see. */
    private record Seen(
            TableRef table,
            @Nullable TableState state,
            List<Unknown> unknown,
            @Nullable StrandlineException failure) {}

    /** A snapshot and its writer, who is no sink. */
    private record Unknown(SnapshotState snapshot, Writer writer) {}

    /** Of the tables of the connection's namespace that have sinks, so many looked at at a time. */
    List<Finding> find(int lookUps, Executor executor) {
        Map<TableRef, List<Sink>> byTable = sinks.in(connection.catalog(), connection.requireScratchTarget()).stream()
                .collect(Collectors.groupingBy(Sink::table, LinkedHashMap::new, Collectors.toList()));
        try (Ahead<Written, Seen> looks = new Ahead<>(this::look, lookUps, executor, call, this::take)) {
            byTable.forEach((table, own) -> looks.give(new Written(table, own)));
            looks.finish();
        }
        return found;
    }

    private Seen look(Written written) {
        try {
            Optional<TableState> there = catalog.describe(written.table(), call);
            List<Unknown> unknown =
                    there.map(state -> unknown(state, written.sinks())).orElseGet(List::of);
            return new Seen(written.table(), there.orElse(null), unknown, null);
        } catch (StrandlineException e) {
            if (!TableLoads.isOfTheObject(e)) {
                throw e;
            }
            return new Seen(written.table(), null, List.of(), e);
        }
    }

    private void take(Seen seen) {
        StrandlineException failure = seen.failure();
        TableState state = seen.state();
        if (failure != null && !isAFindingOfItsOwn(failure.code())) {
            found.add(findings.failed(seen.table(), null, failure));
        } else if (state != null && !seen.unknown().isEmpty()) {
            found.add(finding(state, seen.unknown()));
        }
    }

    private Finding finding(TableState state, List<Unknown> unknown) {
        String fix = fix(state, unknown);
        Map<String, Long> newest = new LinkedHashMap<>();
        unknown.forEach(
                one -> newest.putIfAbsent(one.writer().text(), one.snapshot().id()));
        String some = newest.entrySet().stream()
                .limit(WRITERS_SHOWN)
                .map(writer -> writer.getKey() + ", last in snapshot " + writer.getValue())
                .collect(Collectors.joining("; "));
        String more = newest.size() > WRITERS_SHOWN ? "; and " + (newest.size() - WRITERS_SHOWN) + " more" : "";
        String detail = state.ref() + " has sinks, and " + unknown.size()
                + (unknown.size() == 1 ? " snapshot is" : " snapshots are") + " of none of them: " + some + more + "."
                + (fix == null ? "" : " If that is as it shall be, register the writer as a sink.");
        return findings.unknownWriters(state.ref(), fix, detail);
    }

    private static boolean isAFindingOfItsOwn(ErrorCode code) {
        return code == ErrorCode.METADATA_MISSING || code == ErrorCode.METADATA_UNREADABLE;
    }

    /** The newest first. Sinks of another table that had its name, by its UUID, say nothing of this one. */
    private static List<Unknown> unknown(TableState state, List<Sink> registered) {
        List<Sink> own =
                registered.stream().filter(sink -> sink.isOf(state.uuid())).toList();
        Optional<Instant> since = own.stream().map(Sink::registeredAt).min(Instant::compareTo);
        if (since.isEmpty()) {
            return List.of();
        }
        Map<String, SnapshotState> byId = state.snapshots().stream()
                .collect(Collectors.toMap(
                        snapshot -> Long.toString(snapshot.id()), Function.identity(), (one, other) -> one));
        List<Unknown> unknown = new ArrayList<>();
        for (SnapshotState snapshot : state.snapshots()) {
            boolean isCurrent = state.currentSnapshotId() != null && state.currentSnapshotId() == snapshot.id();
            boolean isJudged = snapshot.ancestor()
                    && !REPLACE.equals(snapshot.operation())
                    && (isCurrent || !snapshot.committedAt().isBefore(since.orElseThrow()));
            Writer writer = Writer.of(snapshot, byId);
            if (isJudged && own.stream().noneMatch(writer::is)) {
                // snapshots are in the order of their commits
                unknown.add(0, new Unknown(snapshot, writer));
            }
        }
        return unknown;
    }

    /** For the newest writer that can be registered under the name it gives; null if there is none. */
    private @Nullable String fix(TableState state, List<Unknown> unknown) {
        return unknown.stream()
                .map(Unknown::writer)
                .distinct()
                .flatMap(writer -> fix(state, writer).stream())
                .findFirst()
                .orElse(null);
    }

    private Optional<String> fix(TableState state, Writer writer) {
        String engine = writer.engine();
        String application = engine == null ? writer.application() : null;
        String sinkId = writer.sinkId();
        String id = sinkId == null ? Sink.idOf(state.ref(), state.uuid(), engine, application) : sinkId;
        String given = sinkId != null ? sinkId : engine != null ? engine : application;
        if (given == null
                || !Sink.isName(given)
                || !Sink.isName(id)
                || sinks.byId(id).isPresent()) {
            return Optional.empty();
        }
        String parameter = sinkId != null ? "sink_id" : engine != null ? "engine" : "application";
        return Optional.of(RepairCalls.registerSink(state.ref(), parameter, given));
    }
}
