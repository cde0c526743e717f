package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.PartitionFieldState;
import io.strandline.catalog.SortFieldState;
import java.util.Map;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** All specs and orders of a table, the current ones marked. */
class LayoutsTest {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "at", Types.TimestampType.withZone()));

    private static TableMetadata evolved() {
        TableMetadata first = TableMetadata.newTableMetadata(
                SCHEMA,
                PartitionSpec.builderFor(SCHEMA).bucket("id", 16).build(),
                SortOrder.builderFor(SCHEMA).asc("id").build(),
                "/w/t",
                Map.of());
        TableMetadata repartitioned = first.updatePartitionSpec(
                PartitionSpec.builderFor(SCHEMA).day("at").build());
        return repartitioned.replaceSortOrder(SortOrder.builderFor(SCHEMA)
                .desc(Expressions.day("at"), NullOrder.NULLS_LAST)
                .asc("id")
                .build());
    }

    @Test
    void historicalSpecsAreShownBesideTheCurrentOne() {
        assertThat(Layouts.partitionFields(evolved()))
                .containsExactly(
                        new PartitionFieldState(0, 1000, 1, "bucket[16]", "id_bucket", 1, false),
                        new PartitionFieldState(1, 1000, 2, "day", "at_day", 1, true));
    }

    @Test
    void historicalOrdersAreShownBesideTheCurrentOne() {
        assertThat(Layouts.sortFields(evolved()))
                .containsExactly(
                        new SortFieldState(1, 1, "identity", "asc", "nulls-first", 1, false),
                        new SortFieldState(2, 2, "day", "desc", "nulls-last", 1, true),
                        new SortFieldState(2, 1, "identity", "asc", "nulls-first", 2, true));
    }
}
