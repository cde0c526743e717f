package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.Check;
import io.strandline.sink.contract.Contract;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.Twins;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every sink keeps to, on SQLite and PostgreSQL (SNK-16). */
class DatabaseContractTest {
    static Stream<Arguments> checks() {
        return Arrays.stream(Databases.values())
                .flatMap(database -> Contract.all().stream()
                        .filter(check -> check.needs() == null || has(database, check))
                        .map(check -> arguments(database, check)));
    }

    private static boolean has(Databases database, Check check) {
        SinkLab lab = database.lab();
        return check.needs() != null
                && lab.connector().describe(lab.spec(WriteMode.APPEND)).has(check.needs());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("checks")
    void isKept(Databases database, Check check) {
        check.body().accept(database.lab());
    }

    /** Must-fail twins: each check catches a driver that gets it wrong. */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("checks")
    void canFail(Databases database, Check check) {
        assertThat(catchThrowable(() -> check.body().accept(Twins.of(check, database.lab()))))
                .isNotNull();
    }
}
