package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.common.ErrorCode;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What undoes a run goes when enough others followed (SNK-13). */
class IcebergRetentionTest {
    @TempDir
    Path directory;

    private static List<RunId> tagged(Table table) {
        return table.refs().keySet().stream()
                .map(Marks::tagged)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(RunId::text))
                .toList();
    }

    private static int commits(Table table) {
        return ((BaseTable) table).operations().current().previousFiles().size();
    }

    /** The tag of the run that is one too many goes in the commit of the next, not in one of its own. */
    @Test
    void theTagOfARunPastRetentionGoesWithTheNextCommit() {
        try (TestLake lake = TestLake.in(directory)) {
            lake.create("orders");
            SinkLab lab = new SinkLab(
                    new IcebergConnector(new Catalogs(List.of(lake.catalog))),
                    TestLake.ref("orders"),
                    Map.of(),
                    () -> List.copyOf(lake.values("orders")));
            int kept = RunOptions.DEFAULTS.keptRuns();
            int before = commits(lake.table("orders"));
            List<RunRecord> runs = new ArrayList<>();
            for (int i = 0; i < kept + 3; i++) {
                WriteMode mode = i == kept + 1 ? WriteMode.UPSERT : WriteMode.APPEND;
                runs.add(lab.run(mode, TestLake.page(i, "n")));
            }
            Table now = lake.table("orders");
            assertThat(commits(now) - before).isEqualTo(runs.size());
            assertThat(tagged(now))
                    .isEqualTo(runs.subList(3, runs.size()).stream()
                            .map(RunRecord::id)
                            .sorted(Comparator.comparing(RunId::text))
                            .toList());
            SinkLab.assertRefused(
                    ErrorCode.REFUSED, () -> lab.engine().rollback(runs.get(2).id(), false, false, TestCall.CALL));
            for (int i = runs.size() - 1; i >= 3; i--) {
                assertThat(lab.engine()
                                .rollback(runs.get(i).id(), false, false, TestCall.CALL)
                                .applied())
                        .isTrue();
            }
            assertThat(lake.rows("orders")).containsExactly("[0, n]", "[1, n]", "[2, n]");
        }
    }
}
