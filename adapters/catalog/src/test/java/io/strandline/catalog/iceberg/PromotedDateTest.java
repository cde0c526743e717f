package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.DesiredJson;
import io.strandline.catalog.FieldType;
import io.strandline.catalog.Plan;
import io.strandline.catalog.Planner;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TargetTable;
import io.strandline.catalog.TestCall;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Why a date of a table that has files does not become a timestamp, though Iceberg's specification lets it: this release's
 * readers lose rows. If this fails one day, so can {@code ColumnUse}'s refusal.
 */
class PromotedDateTest {
    @TempDir
    Path directory;

    private static long filesSince(Table table, String time) throws Exception {
        try (CloseableIterable<FileScanTask> files = table.newScan()
                .filter(Expressions.greaterThanOrEqual("day", time))
                .planFiles()) {
            return java.util.stream.StreamSupport.stream(files.spliterator(), false)
                    .count();
        }
    }

    @Test
    void readersMissTheFilesOfAPromotedDate() throws Exception {
        Map<String, String> properties = Map.of("type", "in-memory", "warehouse", directory.toString());
        try (Lake lake = new Lake("lake", properties)) {
            TableRef ref = lake.ref("sales", "orders");
            lake.writer.createNamespace(ref.namespace());
            Plan created = new Planner(LocationRules.defaults())
                    .plan(
                            DesiredJson.parse(
                                    ref,
                                    "{\"columns\": [{\"name\": \"day\", \"type\": \"date\"}], \"format_version\": 3}"),
                            Optional.empty(),
                            Set.of());
            lake.catalog.commit(ref, Optional.empty(), created.target(), new TestCall());
            lake.writer.append(ref, List.of(List.of(LocalDate.of(2020, 1, 2))));
            Table table = lake.writer.client().loadTable(ClientBackend.identifier(ref));
            assertThat(filesSince(table, "2020-01-01")).isEqualTo(1);

            TableField promoted = new TableField(1, "day", FieldType.Primitive.of("timestamp"), true, null, null, null);
            lake.catalog.commit(
                    ref,
                    lake.catalog.describe(ref, new TestCall()),
                    new TargetTable(List.of(promoted), null, null, null, Map.of(), Set.of(), null, null),
                    new TestCall());
            table.refresh();
            assertThat(filesSince(table, "2020-01-01T00:00:00")).isZero();
        }
    }
}
