package io.strandline.gateway.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.binary;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.date;
import static io.strandline.sqlkit.SqlType.decimal;
import static io.strandline.sqlkit.SqlType.float64;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.localTimestamp;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.time;
import static io.strandline.sqlkit.SqlType.timestamp;
import static io.strandline.sqlkit.SqlType.uuid;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableWriter;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.WriteRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A module with a table that takes rows, of every type, and keeps them: all of a statement's, or none. */
public final class Moons implements SqlModule, TableWriter {
    private static final Map<String, SqlType> COLUMNS = columns();

    /** What is in the table, by column; values as they came. */
    public final List<Map<String, @Nullable Object>> rows = new CopyOnWriteArrayList<>();

    /** What was asked of it. */
    public final List<WriteRequest> requests = new CopyOnWriteArrayList<>();

    /** How many rows of a statement it takes before it fails; none does by itself. */
    public int fails = Integer.MAX_VALUE;

    public List<String> key = List.of("id");

    private static Map<String, SqlType> columns() {
        Map<String, SqlType> columns = new LinkedHashMap<>();
        columns.put("id", bigint());
        columns.put("name", text().orNull());
        columns.put("ringed", bool().orNull());
        columns.put("craters", integer().orNull());
        columns.put("gravity", float64().orNull());
        columns.put("mass", decimal(38, 10).orNull());
        columns.put("seen_at", timestamp().orNull());
        columns.put("rises_at", localTimestamp().orNull());
        columns.put("sets_at", time().orNull());
        columns.put("found", date().orNull());
        columns.put("code", binary().orNull());
        columns.put("uid", uuid().orNull());
        columns.put("tags", arrayOf(text().orNull()).orNull());
        return columns;
    }

    @Override
    public String schema() {
        return "space";
    }

    @Override
    public String remarks() {
        return "Moons, for tests.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(moons("moons", true), moons("other_moons", false), stars());
    }

    private VirtualTable<Map<String, @Nullable Object>> moons(String name, boolean written) {
        VirtualTable.Builder<Map<String, @Nullable Object>> table = VirtualTable.<Map<String, @Nullable Object>>named(
                        name, "Moons.")
                .data();
        COLUMNS.forEach((column, type) -> table.column(column, type, row -> row.get(column), "A column."));
        if (written) {
            table.writes(this);
        }
        return table.rows((wanted, call) -> rows.stream());
    }

    private static VirtualTable<Long> stars() {
        return VirtualTable.<Long>named("stars", "Stars without end.")
                .column("n", bigint(), n -> n, "The number.")
                .rows((wanted, call) -> LongStream.iterate(0, n -> n + 1).boxed());
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }

    @Override
    public List<String> key(CallContext call) {
        return key;
    }

    @Override
    public long write(WriteRequest request, Iterator<@Nullable Object[]> source, CallContext call) {
        call.caller().require(Role.OPERATOR, "INSERT into moons");
        requests.add(request);
        List<Map<String, @Nullable Object>> taken = new ArrayList<>();
        List<StrandlineException> failures = new ArrayList<>();
        Outcome outcome = call.effects().carryOut(new Intent("moons.write", "moons", "{}"), () -> {
            try {
                source.forEachRemaining(row -> taken.add(taken(request, row, taken.size())));
            } catch (StrandlineException e) {
                failures.add(e);
                return Outcome.refused("exec_failed", e.getMessage());
            }
            if (request.kind() != WriteRequest.Kind.INSERT) {
                taken.forEach(changed -> rows.removeIf(row -> isSame(row, changed)));
            }
            if (request.kind() != WriteRequest.Kind.DELETE) {
                rows.addAll(taken);
            }
            return Outcome.ofDone();
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        call.warn("outcome " + outcome.done());
        return taken.size();
    }

    private Map<String, @Nullable Object> taken(WriteRequest request, @Nullable Object[] row, int before) {
        if (before == fails) {
            throw new StrandlineException(ErrorCode.BACKEND, "the moon is away");
        }
        Map<String, @Nullable Object> moon = new HashMap<>();
        for (int i = 0; i < row.length; i++) {
            moon.put(request.columns().get(i), row[i]);
        }
        return moon;
    }

    private boolean isSame(Map<String, @Nullable Object> row, Map<String, @Nullable Object> changed) {
        return key.stream().allMatch(column -> Objects.equals(row.get(column), changed.get(column)));
    }
}
