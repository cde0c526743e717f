package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Runs of a test. */
public class MemoryRunStore implements RunStore {
    private final Map<RunId, RunRecord> runs = new LinkedHashMap<>();
    private final Set<RunId> undropped = new HashSet<>();
    private final List<RowNote> failed = new ArrayList<>();
    private final List<RowNote> quarantined = new ArrayList<>();

    @Override
    public synchronized void begin(RunRecord run) {
        runs.put(run.id(), run);
    }

    @Override
    public synchronized boolean update(RunRecord run) {
        boolean underWay =
                byId(run.id()).filter(now -> now.state().isUnderWay()).isPresent();
        if (underWay) {
            runs.put(run.id(), run);
        }
        return underWay;
    }

    @Override
    public synchronized void end(RunRecord run) {
        runs.computeIfPresent(run.id(), (id, now) -> now.state().isInFlight() ? run : now);
    }

    @Override
    public synchronized void failed(List<RowNote> rows) {
        failed.addAll(rows);
    }

    @Override
    public synchronized void quarantined(List<RowNote> rows) {
        quarantined.addAll(rows);
    }

    /** All that failed. */
    public synchronized List<RowNote> failed() {
        return List.copyOf(failed);
    }

    /** All in quarantine. */
    public synchronized List<RowNote> quarantined() {
        return List.copyOf(quarantined);
    }

    @Override
    public synchronized Optional<RunRecord> byId(RunId id) {
        return Optional.ofNullable(runs.get(id));
    }

    @Override
    public synchronized List<RunRecord> after(RunRecord run) {
        List<RunRecord> all = new ArrayList<>(runs.values());
        int at = new ArrayList<>(runs.keySet()).indexOf(run.id());
        return all.subList(at + 1, all.size()).stream()
                .filter(later -> later.sink().equals(run.sink()))
                .toList();
    }

    @Override
    public synchronized List<RunRecord> undoable(String sink) {
        List<RunRecord> all = new ArrayList<>(runs.values());
        Collections.reverse(all);
        return all.stream()
                .filter(run ->
                        run.sink().equals(sink) && !run.state().isInFlight() && !run.forgotten() && !run.isRolledBack())
                .toList();
    }

    @Override
    public synchronized void rolledBack(RunId id, Instant at) {
        runs.computeIfPresent(id, (same, run) -> run.rolledBack(at));
    }

    @Override
    public synchronized void forgotten(RunId id) {
        runs.computeIfPresent(id, (same, run) -> run.asForgotten());
        undropped.add(id);
    }

    @Override
    public synchronized void dropped(RunId id) {
        undropped.remove(id);
    }

    @Override
    public synchronized List<RunRecord> undropped(String sink) {
        return of(sink, run -> undropped.contains(run.id()));
    }

    @Override
    public synchronized List<RunRecord> inFlight(String sink) {
        return of(sink, run -> run.state().isInFlight());
    }

    private List<RunRecord> of(String sink, Predicate<RunRecord> which) {
        return runs.values().stream()
                .filter(run -> run.sink().equals(sink))
                .filter(which)
                .toList();
    }

    @Override
    public Stream<RunRecord> runs(Wanted wanted, CallContext call) {
        return Stream.empty();
    }

    @Override
    public Stream<RowNote> failedRows(Wanted wanted, CallContext call) {
        return failed().stream();
    }

    @Override
    public Stream<RowNote> quarantinedRows(Wanted wanted, CallContext call) {
        return quarantined().stream();
    }

    @Override
    public synchronized List<RunRecord> interrupt() {
        runs.replaceAll((id, run) -> run.state().isEnded() ? run : run.with(RunState.INTERRUPTED));
        return runs.values().stream()
                .filter(run -> run.state() == RunState.INTERRUPTED)
                .toList();
    }
}
