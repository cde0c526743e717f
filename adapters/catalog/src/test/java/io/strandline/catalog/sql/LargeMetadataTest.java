package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.SqlModule;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CAT-13: a metadata file beyond all measure, as with a million snapshots, is a row of its table, and takes no memory from others. */
class LargeMetadataTest {
    private static final int MOST = 100_000;

    @TempDir
    Path directory;

    private DamagedLake lake;
    private SqlModule module;

    @BeforeEach
    void openLake() {
        ProbeFileIO.reset();
        lake = new DamagedLake(directory, "30s", MOST);
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
    }

    @AfterEach
    void closeLake() {
        ProbeFileIO.reset();
        lake.close();
    }

    /** The table's metadata, with as many snapshots more as make the file larger than is allowed. */
    private byte[] grown(Path file) throws Exception {
        JsonMapper json = new JsonMapper();
        ObjectNode metadata = (ObjectNode) json.readTree(Files.readAllBytes(file));
        ArrayNode snapshots = (ArrayNode) metadata.get("snapshots");
        for (long id = 1; id <= 1_000; id++) {
            snapshots.add(((ObjectNode) snapshots.get(0)).deepCopy().put("snapshot-id", id));
        }
        byte[] whole = json.writeValueAsBytes(metadata);
        assertThat(whole.length).isGreaterThan(MOST);
        return whole;
    }

    @ParameterizedTest
    @ValueSource(strings = {".metadata.json", ".gz.metadata.json"})
    void isARowThatSaysWhatToDo(String ending) throws Exception {
        lake.table("sales", "a_good");
        TableRef large = lake.table("sales", "b_large");
        lake.table("sales", "c_good");
        Path file = lake.metadataFile(large);
        Path grown = file.resolveSibling("00009-grown" + ending);
        byte[] whole = grown(file);
        try (OutputStream out = ending.startsWith(".gz")
                ? new GZIPOutputStream(Files.newOutputStream(grown))
                : Files.newOutputStream(grown)) {
            out.write(whole);
        }
        lake.pointTo(large, grown.toUri().toString());
        List<Map<String, Object>> rows = Rows.of(module, "tables", new TestCall());
        assertThat(rows).extracting(row -> row.get("status")).containsExactly("ok", "error", "ok");
        assertThat(rows.get(1).get("error"))
                .asString()
                .contains("b_large", "00009-grown", "100000 bytes", "strandline.metadata-bytes", "expire snapshots");
        for (String name : List.of("files", "snapshots")) {
            assertThat(Rows.of(module, name, new TestCall(), equal("table_name", "b_large")))
                    .as(name)
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("status", "error"));
        }
    }

    @Test
    void whatIsNoSizeIsRefused() {
        for (String wrong : List.of("0", "-1", "1 GB", "")) {
            assertThatThrownBy(() -> CatalogFactory.create(
                            "lake", Map.of("type", "in-memory", "strandline.metadata-bytes", wrong)))
                    .hasMessageContaining("strandline.metadata-bytes")
                    .hasMessageContaining("a number of bytes");
        }
    }
}
