package io.strandline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a started gateway does around a scheduled scan: before it, it follows; after it, it tells. */
class AroundScanTest {
    private static final String SECRET = "a secret of sixteen";

    @TempDir
    Path folder;

    private ScannedLake lake;
    private Server receiver;
    private ServerConnector connector;
    private final List<Post> posts = new CopyOnWriteArrayList<>();

    /** A post as it came. */
    private record Post(String path, String signature, String body) {
        boolean isSigned() throws GeneralSecurityException {
            Matcher parts = Pattern.compile("t=(\\d+),v1=([0-9a-f]{64})").matcher(signature);
            assertThat(parts.matches()).as(signature).isTrue();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] expected = mac.doFinal((parts.group(1) + "." + body).getBytes(StandardCharsets.UTF_8));
            return parts.group(2).equals(HexFormat.of().formatHex(expected));
        }
    }

    @BeforeEach
    void start() throws Exception {
        receiver = new Server();
        connector = new ServerConnector(receiver);
        connector.setHost("127.0.0.1");
        receiver.addConnector(connector);
        receiver.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws IOException {
                posts.add(new Post(
                        request.getHttpURI().getPathQuery(),
                        request.getHeaders().get("Strandline-Signature"),
                        Content.Source.asString(request)));
                response.setStatus(204);
                callback.succeeded();
                return true;
            }
        });
        receiver.start();
        lake = new ScannedLake(folder);
    }

    @AfterEach
    void stop() throws Exception {
        lake.close();
        receiver.stop();
    }

    private void serve(String... more) throws IOException {
        String[] lines = new String[4 + more.length];
        lines[0] = "  demo:";
        lines[1] = "    catalog: lake";
        lines[2] = "    namespace: pad";
        lines[3] = "    external_locations: [\"" + lake.uploads("") + "\"]";
        System.arraycopy(more, 0, lines, 4, more.length);
        lake.serve(lines);
    }

    private String file(String directory) throws IOException {
        Path file = Path.of(lake.uploads(directory)).resolve("rows.csv");
        Files.createDirectories(file.getParent());
        return "'" + Files.writeString(file, "1\n") + "'";
    }

    /** REC-3: a source that has moved, and its table with it, is no drift: what follows it is moved before it is compared. */
    @Test
    void whatFollowsItsSourceIsMovedBeforeAScanAndNewFindingsAreToldAfterIt() throws Exception {
        lake.table("followed", "old");
        serve();
        lake.rows("CALL register_source('file', 'f1', " + file("old") + ")");
        lake.rows("CALL register(connection => 'demo', table_name => 'followed', source_id => 'f1', follows => true)");
        lake.rows("CALL move_source('file', 'f1', " + file("new") + ")");
        lake.writer.moveTable(ScannedLake.ref("followed"), lake.uploads("new"));
        lake.table("stray", "stray");
        assertThat(lake.rows("SELECT kind, table_name FROM reconcile.findings ORDER BY 2"))
                .as("as long as nobody follows")
                .containsExactly("DRIFTED|followed", "ORPHAN|stray");

        serve(
                "    scan: { every: 10s, jitter: 0s }",
                "    notify: { url: \"http://127.0.0.1:" + connector.getLocalPort() + "/hook?t=1\", secret: \"" + SECRET
                        + "\" }");
        lake.awaitRows(
                Duration.ofSeconds(20), "SELECT kind, table_name FROM reconcile.findings_history", "ORPHAN|stray");
        assertThat(lake.rows("SELECT user_name, state FROM runtime.audit WHERE action = 'registry.follow'"
                        + " AND state = 'DONE'"))
                .containsExactly("scheduler|DONE");
        assertThat(lake.rows("SELECT last_error, location LIKE '%/uploads/new%' FROM registry.registrations"))
                .containsExactly("null|true");

        lake.awaitRows(Duration.ofSeconds(10), "SELECT state, attempts FROM reconcile.notices", "DELIVERED|1");
        await().untilAsserted(() -> assertThat(posts).hasSize(1));
        Post post = posts.get(0);
        assertThat(post.path()).isEqualTo("/hook?t=1");
        assertThat(post.isSigned()).isTrue();
        JsonNode event = new ObjectMapper().readTree(post.body()).get("events").get(0);
        assertThat(event.get("table_name").textValue()).isEqualTo("stray");
        assertThat(lake.rows("SELECT event_id FROM reconcile.notices"))
                .containsExactly(event.get("id").textValue());
    }
}
