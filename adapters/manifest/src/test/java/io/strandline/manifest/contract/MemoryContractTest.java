package io.strandline.manifest.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract in memory and on local files, also of indexes that keep less or do more (MAN-1 to MAN-15). */
class MemoryContractTest {
    private static final Map<String, UnaryOperator<ManifestStore>> INDEXES = Map.of(
            "whole", index -> index, "paths only", OtherIndexes.PathsOnly::new, "direct", OtherIndexes.Direct::new);

    @TempDir
    Path directory;

    static Stream<Arguments> checks() {
        return INDEXES.keySet().stream()
                .sorted()
                .flatMap(index -> Contract.all().stream().map(check -> arguments(index, check)));
    }

    static Stream<Check> twins() {
        return Contract.all().stream();
    }

    private ManifestLab lab() {
        return new ManifestLab(
                new MemoryManifestStore(LocationRules.defaults()),
                new LocalObjects(),
                // spaces and what looks encoded are names
                Location.parse(directory.resolve("a b%2Fc").toString()),
                LocalWriter::write);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("checks")
    void isKept(String index, Check check) {
        check.body().accept(lab().over(INDEXES.get(index)));
    }

    /** Must-fail twins: each check catches a store that gets it wrong. */
    @ParameterizedTest
    @MethodSource("twins")
    void canFail(Check check) {
        assertThat(catchThrowable(() ->
                        check.body().accept(Twins.BY_CHECK.get(check.says()).apply(lab()))))
                .isNotNull();
    }

    @Test
    void eachCheckHasATwin() {
        assertThat(Twins.BY_CHECK)
                .containsOnlyKeys(Contract.all().stream().map(Check::says).toList());
    }
}
