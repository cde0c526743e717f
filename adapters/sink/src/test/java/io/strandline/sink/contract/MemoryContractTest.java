package io.strandline.sink.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.strandline.common.TableRef;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checks themselves, on a driver in memory that has every ability: each holds there, and each can fail (SNK-16). */
class MemoryContractTest {
    private static SinkLab lab() {
        MemoryTable table = new MemoryTable();
        return new SinkLab(
                new MemoryConnector(table), new TableRef("sink_lab", List.of("main"), "t"), Map.of(), table::rows);
    }

    static Stream<Check> checks() {
        return Contract.all().stream();
    }

    @ParameterizedTest
    @MethodSource("checks")
    void isKept(Check check) {
        check.body().accept(lab());
    }

    /** Must-fail twins. */
    @ParameterizedTest
    @MethodSource("checks")
    void canFail(Check check) {
        assertThat(catchThrowable(() -> check.body().accept(Twins.of(check, lab()))))
                .isNotNull();
    }

    @Test
    void eachCheckHasATwin() {
        assertThat(Twins.names())
                .containsExactlyInAnyOrderElementsOf(
                        Contract.all().stream().map(Check::says).toList());
    }

    /** SNK-28. */
    @Test
    void aWrapperHandsEverythingOn() {
        assertThat(Arrays.stream(ForwardingDriver.class.getMethods())
                        .filter(method -> method.getDeclaringClass() == SinkDriver.class)
                        .map(Method::getName))
                .isEmpty();
    }
}
