package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.DroppedTable;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.OrphanFile;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.TableRef;
import io.strandline.fixtures.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of tables on S3, whose listings go by raw prefix (CAT-17, cases 2 and 8). */
class S3MaintenanceTest {
    @TempDir
    Path directory;

    private final TestCall call = new TestCall(new TestEffects(intent -> Outcome.unknown("nobody looked")));

    private static Map<String, String> properties(S3Server s3, Path directory) {
        return Map.ofEntries(
                Map.entry("type", "jdbc"),
                Map.entry("uri", "jdbc:sqlite:" + directory.resolve("catalog.db")),
                Map.entry("warehouse", "s3://lake/warehouse"),
                Map.entry("io-impl", "org.apache.iceberg.aws.s3.S3FileIO"),
                Map.entry("s3.endpoint", s3.endpoint()),
                Map.entry("s3.path-style-access", "true"),
                Map.entry("s3.access-key-id", "someone"),
                Map.entry("s3.secret-access-key", "canary-secret"),
                Map.entry("client.region", "us-east-1"));
    }

    private static TableMaintenance maintenance(Lake lake) {
        Catalogs catalogs = new Catalogs(List.of(lake.catalog));
        StateCache states = new StateCache(1 << 20);
        LocationRules rules = LocationRules.defaults();
        return new TableMaintenance(catalogs, ExternalLocations.none(), states, rules, MaintenanceContract.LATER, 4);
    }

    @Test
    void aSiblingOfALongerNameIsLeftAlone() throws IOException {
        try (S3Server s3 = S3Server.start("lake");
                Lake lake = new Lake("lake", properties(s3, directory))) {
            TableRef ref = lake.table("sales", "my_table");
            TableRef sibling = lake.table("sales", "my_table_2");
            Table table = lake.writer.client().loadTable(ClientBackend.identifier(ref));
            Table neighbour = lake.writer.client().loadTable(ClientBackend.identifier(sibling));
            String stray = MaintenanceContract.stray(table, "data/p=a%2Fb/stray.parquet");
            String others = MaintenanceContract.stray(neighbour, "data/stray.parquet");
            List<OrphanFile> removed =
                    maintenance(lake).removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, call);
            assertThat(removed).extracting(orphan -> orphan.file().location()).containsExactly(stray);
            assertThat(removed).extracting(OrphanFile::done).containsExactly(true);
            assertThat(neighbour.io().newInputFile(others).exists()).isTrue();
            assertThat(table.io().newInputFile(stray).exists()).isFalse();

            lake.writer.deleteAll(ref);
            ExpireOptions old = new ExpireOptions(null, null, Set.of(), false, false);
            assertThat(maintenance(lake).expire(ref, old, false, call).files().count(Kind.DATA))
                    .isEqualTo(1);
            table.refresh();
            MaintenanceContract.assertAllThere(table);
            assertThat(MaintenanceContract.stored(table)).hasSameElementsAs(MaintenanceContract.reachable(table));

            DroppedTable dropped = maintenance(lake).drop(ref, true, false, call);
            assertThat(dropped.reason()).isNull();
            assertThat(MaintenanceContract.stored(table)).isEmpty();
            MaintenanceContract.assertAllThere(neighbour);
        }
    }
}
