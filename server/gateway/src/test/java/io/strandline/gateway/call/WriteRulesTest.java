package io.strandline.gateway.call;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.TestExecution;
import io.strandline.sqlkit.WriteRequest;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that write are changing ones (GW-1): at most once, by who may, all or nothing; and what is refused before that. */
class WriteRulesTest extends WriteFixture {
    /** Bad input is refused in words, and nothing is written. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INSERT INTO space.moons (id) VALUES (1, 2)                  | INVALID_STATEMENT | row 1 gives 2 values
            INSERT INTO space.moons (id, name) VALUES (1, 'a'), (2)     | INVALID_STATEMENT | row 2 gives 1 value and
            INSERT INTO space.moons (id) SELECT id, name FROM space.planets | INVALID_STATEMENT | the query gives 2 values
            INSERT INTO space.moons SELECT * FROM space.planets         | INVALID_STATEMENT | the query gives 10 values
            INSERT INTO space.moons (id, id) VALUES (1, 2)              | INVALID_STATEMENT | names column id twice
            INSERT INTO space.moons (id, nam) VALUES (1, 'a')           | NO_SUCH_COLUMN | did you mean "name"?
            INSERT INTO space.moon (id) VALUES (1)                      | NO_SUCH_TABLE | did you mean "moons"?
            INSERT INTO space.planets (id) VALUES (1)                   | NOT_SUPPORTED | procedures
            INSERT INTO space.moons (id) VALUES ('x')                   | BAD_VALUE | 'x' does not convert to BIGINT
            INSERT INTO space.moons (id, mass) VALUES (1, 0.12345678901) | BAD_VALUE | without losing digits
            INSERT INTO space.moons (id, craters) VALUES (1, 3000000000) | BAD_VALUE | does not convert to INTEGER
            INSERT INTO space.moons (id, found) VALUES (1, DATE '2026-02-30') | BAD_VALUE | does not convert to DATE
            INSERT INTO space.moons (id) VALUES (DEFAULT)               | BAD_VALUE | Leave it out
            INSERT INTO space.moons (id) VALUES (1 / 0)                 | DIVISION_BY_ZERO | division by zero
            UPDATE space.moons SET name = 'x'                           | NOT_SUPPORTED | of all rows
            UPDATE space.moons SET name = 'x' WHERE id > 1              | NOT_SUPPORTED | by key
            UPDATE space.moons SET name = 'x' WHERE name = 'a'          | REFUSED | which is id
            UPDATE space.moons SET id = 2 WHERE id = 1                  | REFUSED | DELETE the row and INSERT
            UPDATE space.moons SET name = 'a', name = 'b' WHERE id = 1  | INVALID_STATEMENT | twice
            UPDATE space.moons SET nam = 'a' WHERE id = 1               | NO_SUCH_COLUMN | did you mean "name"?
            DELETE FROM space.moons                                     | NOT_SUPPORTED | of all rows
            DELETE FROM space.moons WHERE id IN (SELECT id FROM space.planets) | NOT_SUPPORTED | by key
            DELETE FROM space.moons WHERE id = 1 OR id = 2              | NOT_SUPPORTED | by key
            DELETE FROM space.moons WHERE id = 1 AND name = 'a'         | REFUSED | no other
            """)
    void refusesBadStatements(String statement, ErrorCode code, String words) {
        refused(code, words, () -> count(statement));
        assertThat(moons.requests.stream().filter(request -> request.kind() != WriteRequest.Kind.INSERT))
                .isEmpty();
        assertThat(moons.rows).isEmpty();
    }

    /** A table without a key takes no UPDATE. */
    @Test
    void refusesToChangeRowsWithoutAKey() {
        moons.key = List.of();
        refused(ErrorCode.REFUSED, "SET sink.key", () -> count("UPDATE space.moons SET name = 'x' WHERE id = 1"));
    }

    /** GW-1, GW-2: under one key a statement writes once, and its count is given again; another is refused. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO space.moons (id, seen_at) VALUES (1, CURRENT_TIMESTAMP), (2, NULL)",
                "INSERT INTO space.moons (id, name) SELECT id, name FROM space.planets WHERE id < 3"
            })
    void writesOnceUnderAKey(String insert) {
        TestExecution first = underKey();
        assertThat(count(first, insert)).isEqualTo(2);
        assertThat(count(underKey(), insert)).isEqualTo(2);
        assertThat(moons.rows).hasSize(2);
        refused(ErrorCode.BAD_ARGUMENT, "key", () -> count(underKey(), "INSERT INTO space.moons (id) VALUES (1)"));
    }

    /** GW-2: what was bound is part of the request. */
    @Test
    void tellsRequestsApartByWhatWasBound() {
        String insert = "INSERT INTO space.moons (id, name) VALUES (?, ?)";
        count(underKey(), insert, bigint(1), text("a"));
        refused(ErrorCode.BAD_ARGUMENT, "key", () -> count(underKey(), insert, bigint(1), text("b")));
        assertThat(count(underKey(), insert, bigint(1), text("a"))).isEqualTo(1);
        assertThat(moons.rows).hasSize(1);
    }

    /** GW-3, GW-6. */
    @Test
    void refusesReadersAndReadOnlySessions() {
        TestExecution reader = new TestExecution();
        reader.caller = new Caller("rita", Role.READER);
        refused(ErrorCode.NOT_ALLOWED, "operator", () -> count(reader, "INSERT INTO space.moons (id) VALUES (1)"));
        TestExecution readOnly = new TestExecution();
        readOnly.options = new SessionOptions("strandline", "space", ZoneId.of("UTC"), true);
        refused(ErrorCode.READ_ONLY, "INSERT", () -> count(readOnly, "INSERT INTO moons (id) VALUES (1)"));
        assertThat(moons.rows).isEmpty();
    }

    /** GW-5: rows are made as they are taken, and a cancel ends that; nothing of the statement stays. */
    @Test
    void stopsRowsThatNeverEnd() {
        AtomicInteger calls = new AtomicInteger();
        TestExecution execution = new TestExecution();
        execution.checkpoint = () -> {
            if (calls.incrementAndGet() > 20) {
                throw new StrandlineException(ErrorCode.CANCELLED, "cancelled");
            }
        };
        refused(
                ErrorCode.CANCELLED,
                "cancelled",
                () -> count(execution, "INSERT INTO space.moons (id) SELECT n FROM space.stars"));
        assertThat(moons.rows).isEmpty();
    }

    private long[] batch(String insert, List<List<@Nullable TypedValue>> rows) {
        TestExecution execution = new TestExecution();
        PreparedSql prepared = engine.prepare(insert, execution.options(), execution);
        assertThat(prepared.batches()).isTrue();
        try (Answer answer = engine.executeBatch(prepared, rows, execution)) {
            return new long[] {answer.updateCount()};
        }
    }

    /** The rows of a batch are one change: all or none. */
    @Test
    void writesABatchAsOneChange() {
        String insert = "INSERT INTO space.moons (id, name) VALUES (?, ?), (100 + ?, 'second')";
        List<List<@Nullable TypedValue>> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(Arrays.asList(bigint(i), text("m" + i), bigint(i)));
        }
        assertThat(batch(insert, rows)).containsExactly(2_000);
        assertThat(moons.requests).hasSize(1);
        assertThat(moons.rows.get(1_999)).containsEntry("id", 1_099L).containsEntry("name", "second");
        assertThat(moons.rows.get(1_998)).containsEntry("id", 999L).containsEntry("name", "m999");
        rows.add(Arrays.asList(text("x"), null, bigint(1)));
        refused(ErrorCode.BAD_ARGUMENT, "row 1001 of the batch of 1001: parameter 1", () -> batch(insert, rows));
        moons.fails = 7;
        refused(ErrorCode.BACKEND, "the moon is away", () -> batch(insert, rows.subList(0, 10)));
        assertThat(moons.rows).hasSize(2_000);
    }

    /** EXPLAIN says what would be written, and where the rows would come from; nothing is. */
    @Test
    void isExplained() {
        assertThat(explained("INSERT INTO space.moons (id, name) VALUES (1, 'a'), (2, UPPER('b'))"))
                .startsWith(
                        "Write(kind=[INSERT], table=[strandline.space.moons], columns=[id, name])\n  Values(rows=[2])");
        assertThat(explained("DELETE FROM space.moons WHERE id = 1"))
                .contains("kind=[DELETE]", "columns=[id], key=[id])", "StrandlineScan(table=[strandline.space.moons]");
        assertThat(moons.requests).isEmpty();
    }

    private String explained(String statement) {
        TestExecution execution = new TestExecution();
        PreparedSql prepared = engine.prepare("EXPLAIN PLAN FOR " + statement, execution.options(), execution);
        assertThat(prepared.changes()).isFalse();
        try (Answer answer = engine.execute(prepared, List.of(), execution)) {
            return String.valueOf(answer.rows().next()[0]);
        }
    }
}
