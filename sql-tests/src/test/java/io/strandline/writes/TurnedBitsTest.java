package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.strandline.fixture.DemoGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Streams of columns in which bits were turned: each is written as it says or refused as a whole, and nobody reads what was not
 * sent (SNK-2, SNK-3), whether columns are written as they are or rows are made of them.
 */
class TurnedBitsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROWS = 7;
    private static final int BATCHES = 2;
    private static final long SEED = 8_261_201;

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static byte[] stream() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Field element = new Field("element", FieldType.nullable(ArrowType.Utf8.INSTANCE), null);
        Schema schema = new Schema(List.of(
                new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
                new Field("name", FieldType.nullable(ArrowType.Utf8.INSTANCE), null),
                new Field("price", FieldType.nullable(new ArrowType.Decimal(9, 2, 128)), null),
                new Field("began", FieldType.nullable(new ArrowType.Time(TimeUnit.MICROSECOND, 64)), null),
                new Field("tags", FieldType.nullable(ArrowType.List.INSTANCE), List.of(element))));
        try (RootAllocator memory = new RootAllocator();
                VectorSchemaRoot root = VectorSchemaRoot.create(schema, memory);
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
            for (int batch = 0; batch < BATCHES; batch++) {
                root.allocateNew();
                for (int row = 0; row < ROWS; row++) {
                    ((BigIntVector) root.getVector("id")).setSafe(row, batch * 100 + row);
                    if (row % 3 == 1) {
                        continue;
                    }
                    byte[] name = ("näme " + row).getBytes(StandardCharsets.UTF_8);
                    ((VarCharVector) root.getVector("name")).setSafe(row, name);
                    ((DecimalVector) root.getVector("price")).setSafe(row, BigDecimal.valueOf(-row, 2));
                    ((TimeMicroVector) root.getVector("began")).setSafe(row, row * 1_000_001L);
                    ListVector tags = (ListVector) root.getVector("tags");
                    int begin = tags.startNewValue(row);
                    for (int i = 0; i < row % 3; i++) {
                        ((VarCharVector) tags.getDataVector()).setSafe(begin + i, name);
                    }
                    tags.endValue(row, row % 3);
                }
                root.setRowCount(ROWS);
                writer.writeBatch();
            }
            writer.end();
        }
        return bytes.toByteArray();
    }

    private static HttpResponse<String> ingest(String table, String query, byte[] body)
            throws IOException, InterruptedException {
        return ingest(table, query, body, UUID.randomUUID().toString());
    }

    private static HttpResponse<String> ingest(String table, String query, byte[] body, String key)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.httpUrl() + "ingest/" + table + query))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** GW-2: the same bytes under a key get the answer of then, and others an error. */
    @Test
    void otherBytesUnderAKeyAreRefused() throws Exception {
        String table = "lake.scratch.keyed";
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR, price DECIMAL(9, 2),"
                    + " began TIME(6), tags ARRAY<VARCHAR>)");
            byte[] body = stream();
            byte[] other = body.clone();
            other[other.length - 1] ^= 1;
            for (int i = 0; i < 2; i++) {
                assertThat(ingest(table, "", body, "key").body()).contains("\"rows\":" + BATCHES * ROWS);
            }
            assertThat(ingest(table, "", other, "key").body()).contains("22023").contains("under this key before");
            assertThat(number(statement, "SELECT COUNT(*) FROM " + table)).isEqualTo(BATCHES * ROWS);
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"?sink.mode=append, 60", "?sink.mode=upsert&sink.key=id, 30"})
    void eachIsWrittenOrRefusedAsAWhole(String query, int rounds) throws Exception {
        String name = "turned_" + rounds;
        String table = "lake.scratch." + name;
        byte[] sound = stream();
        Random random = new Random(SEED);
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR, price DECIMAL(9, 2),"
                    + " began TIME(6), tags ARRAY<VARCHAR>)");
            int written = 0;
            for (int round = 0; round < rounds; round++) {
                byte[] bytes = sound.clone();
                for (int flips = round == 0 ? 0 : 1 + random.nextInt(2); flips > 0; flips--) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
                HttpResponse<String> answer = ingest(table, query, bytes);
                JsonNode body = JSON.readTree(answer.body());
                if (answer.statusCode() == 200) {
                    assertThat(body.path("rows").asInt()).as("round %d", round).isBetween(ROWS, BATCHES * ROWS);
                    written++;
                } else {
                    assertThat(body.path("code").asText())
                            .as("round %d: %s", round, answer.body())
                            .isIn(
                                    "BAD_MESSAGE",
                                    "BAD_VALUE",
                                    "NOT_SUPPORTED",
                                    "NO_SUCH_COLUMN",
                                    "COLUMN_EXISTS",
                                    "REFUSED",
                                    "LIMIT_EXCEEDED");
                }
            }
            assertThat(written).isBetween(1, rounds - 1);
            String runs = "SELECT COUNT(*) FROM sink.runs WHERE table_name = '" + name + "' AND accepted > 0";
            assertThat(number(statement, runs)).isEqualTo(written);
            String columns = "SELECT COUNT(id) + COUNT(name) + COUNT(price) + COUNT(began) + COUNT(tags) FROM " + table;
            assertThat(number(statement, columns)).isPositive();
            if (query.contains("append")) {
                String accepted = "SELECT SUM(accepted) FROM sink.runs WHERE table_name = '" + name + "'";
                assertThat(number(statement, "SELECT COUNT(*) FROM " + table)).isEqualTo(number(statement, accepted));
            }
        }
    }
}
