package io.strandline.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Moons;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.TestExecution;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.remote.TypedValue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** An engine over {@link Moons}, which take rows. */
abstract class WriteFixture extends CallFixture {
    final Moons moons = new Moons();
    final SqlEngine engine = Engines.create(List.of(planets, moons), journal, EngineLimits.DEFAULT);

    long count(String statement, @Nullable TypedValue... parameters) {
        return count(new TestExecution(), statement, parameters);
    }

    long count(TestExecution execution, String statement, @Nullable TypedValue... parameters) {
        PreparedSql prepared = engine.prepare(statement, execution.options(), execution);
        assertThat(prepared.changes()).isTrue();
        try (Answer answer = engine.execute(prepared, Arrays.asList(parameters), fresh(execution))) {
            assertThat(answer.rows().hasNext()).isFalse();
            return answer.updateCount();
        }
    }

    /** Each execution has an id of its own. */
    static TestExecution fresh(TestExecution like) {
        TestExecution fresh = new TestExecution();
        fresh.caller = like.caller;
        fresh.options = like.options;
        fresh.key = like.key;
        fresh.checkpoint = like.checkpoint;
        return fresh;
    }

    Map<String, @Nullable Object> moon(long id) {
        return moons.rows.stream()
                .filter(row -> row.get("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    static void refused(ErrorCode code, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }
}
