package io.strandline.sink.memory;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A destination in memory: rows by id, tokens, and what undoes runs. What is committed is never changed in place. */
public final class MemoryTable {
    /** What is there at one time. */
    record State(
            RowSchema schema,
            Map<Object, @Nullable Object[]> rows,
            Map<String, CommitToken> tokens,
            Map<RunId, Kept> kept) {
        State copy() {
            Map<RunId, Kept> copies = new LinkedHashMap<>();
            kept.forEach((run, its) -> copies.put(run, its.copy()));
            return new State(schema, new LinkedHashMap<>(rows), new HashMap<>(tokens), copies);
        }

        State with(RowSchema other) {
            return new State(other, rows, tokens, kept);
        }
    }

    /** What undoes a run: each key it wrote with the row before and after; or all rows there were. */
    record Kept(
            WriteMode mode,
            Map<Object, Change> changes,
            @Nullable Map<Object, @Nullable Object[]> previous) {
        Kept copy() {
            return new Kept(mode, new LinkedHashMap<>(changes), previous);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    record Change(
            @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {}

    private State state = new State(SinkLab.SCHEMA, new LinkedHashMap<>(), new HashMap<>(), new LinkedHashMap<>());
    final Map<RunId, Map<Object, @Nullable Object[]>> staged = new HashMap<>();

    /** Runs that were given up. */
    final Set<RunId> fenced = new HashSet<>();

    void requireNotFenced(RunId run) {
        if (fenced.contains(run)) {
            throw new StrandlineException(ErrorCode.REFUSED, "run " + run + " was given up.");
        }
    }

    synchronized State read() {
        return state;
    }

    synchronized void commit(State next) {
        state = next;
    }

    /** Its rows in order of id, as lists without what is NULL. */
    public List<List<?>> rows() {
        List<List<?>> rows = new ArrayList<>();
        read().rows().values().stream()
                .sorted(Comparator.comparing(row -> (Long) requireNonNull(row[0])))
                .forEach(row -> rows.add(Arrays.asList(row)));
        return rows;
    }

    /** Does what somebody else would, past all sinks. */
    public void put(@Nullable Object... row) {
        State next = read().copy();
        next.rows().put(requireNonNull(row[0]), row);
        commit(next);
    }
}
