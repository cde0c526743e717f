package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.sink.contract.Check;
import io.strandline.sink.contract.Contract;
import io.strandline.sink.contract.SinkLab;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every sink keeps to, on Iceberg tables of a catalog in SQLite, of each format version that has row-level deletes (SNK-16). */
class IcebergContractTest {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "amount", Types.DecimalType.of(10, 2)));

    @TempDir
    static Path directory;

    private static TestLake lake;
    private static int tables;

    @BeforeAll
    static void open() {
        lake = TestLake.in(directory);
    }

    @AfterAll
    static void close() {
        lake.close();
    }

    static Stream<Check> checks() {
        return Contract.all().stream();
    }

    private static SinkLab lab(PartitionSpec spec, int version) {
        String name = "t" + tables++;
        lake.create(name, SCHEMA, spec, version);
        return new SinkLab(
                new IcebergConnector(new Catalogs(List.of(lake.catalog))),
                TestLake.ref(name),
                Map.of(),
                () -> lake.values(name).stream()
                        .map(row -> row.subList(0, 3))
                        .sorted(Comparator.comparing(row -> (Long) row.get(0)))
                        .<List<?>>map(row -> row)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("checks")
    void isKeptOnVersionTwo(Check check) {
        check.body().accept(lab(PartitionSpec.unpartitioned(), 2));
        assertThat(tables).isPositive();
    }

    @ParameterizedTest
    @MethodSource("checks")
    void isKeptOnVersionThreeWithPartitions(Check check) {
        check.body().accept(lab(PartitionSpec.builderFor(SCHEMA).bucket("id", 2).build(), 3));
        assertThat(tables).isPositive();
    }
}
