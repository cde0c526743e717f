package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Access;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Planner;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.ReconcileOutcome;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TableRefs;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import io.strandline.fixtures.RestCatalogServer;
import io.strandline.fixtures.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.ViewCatalog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a REST catalog: one server, which is empty at the begin of each test. */
class RestCatalogTest extends ChangingContract {
    @TempDir
    static Path warehouse;

    private static RestCatalogServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RestCatalogServer.start(Map.of("warehouse", warehouse.toString()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    Lake open(Path lakeDirectory) {
        return new Lake("lake", properties(server.uri()));
    }

    private static Map<String, String> properties(String uri) {
        return Map.of("type", "rest", "uri", uri, "warehouse", warehouse.toString());
    }

    @AfterEach
    void empty() {
        Catalog client = ((ClientBackend) lake.catalog.backend()).client();
        empty(client, Namespace.empty());
    }

    private static void empty(Catalog client, Namespace parent) {
        SupportsNamespaces namespaces = (SupportsNamespaces) client;
        for (Namespace namespace : namespaces.listNamespaces(parent)) {
            empty(client, namespace);
            client.listTables(namespace).forEach(table -> client.dropTable(table, false));
            ViewCatalog views = (ViewCatalog) client;
            views.listViews(namespace).forEach(views::dropView);
            namespaces.dropNamespace(namespace);
        }
    }

    @Override
    boolean fileExists(String location) {
        return Files.exists(LocalPaths.of(location));
    }

    /** The server takes a dot for the end of a level. */
    @Override
    boolean storesDottedLevels() {
        return false;
    }

    @Override
    List<String> whyNoCredentials(Access access) {
        return access == Access.READ
                ? List.of("no login that may only read", "strandline.read.credential")
                : List.of("its catalog made no credentials for it", "Set up its server to vend them");
    }

    /** CAT-1: a server that is gone is an error, never an empty listing. */
    @Test
    void aServerThatIsGoneIsAnError() throws IOException {
        RestCatalogServer own = RestCatalogServer.start(Map.of("warehouse", directory.toString()));
        try (own;
                Lake gone = new Lake("lake", properties(own.uri()))) {
            TableRef ref = gone.table("sales", "orders");
            own.close();
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.list(List.of("sales"), Optional.empty(), 10, call));
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.describe(ref, call));
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.exists(ref, call));
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.namespaces(call));
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.probe(call));
            // nothing was sent: it is known that nothing was dropped
            assertCode(ErrorCode.BACKEND, () -> gone.catalog.drop(ref, call));
        }
    }

    /** GW-1, case 31: a drop whose answer is lost is unknown, and was sent once. */
    @Test
    void aDropWhoseAnswerIsLostIsUnknownAndSentOnce() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        try (LosingProxy proxy = new LosingProxy(server.port());
                Lake losing = new Lake("lake", properties(proxy.uri()))) {
            proxy.loses = true;
            assertCode(ErrorCode.OUTCOME_UNKNOWN, () -> losing.catalog.drop(ref, call));
            assertThat(proxy.sent()).isEqualTo(1);
            assertThat(losing.catalog.exists(ref, call)).isFalse();
            // twin: an answer that comes is believed
            proxy.loses = false;
            assertThat(losing.catalog.drop(ref, call)).isFalse();
            lake.table("sales", "orders");
            assertThat(losing.catalog.drop(ref, call)).isTrue();
            assertThat(proxy.sent()).isEqualTo(3);
        }
    }

    private static ReconcileOutcome reconcile(Lake through, TableRef ref, String desired) {
        TableReconciler reconciler = new TableReconciler(
                new Catalogs(List.of(through.catalog)), new Planner(LocationRules.defaults()), Clock.systemUTC(), 4);
        TestEffects effects = new TestEffects(
                intent -> reconciler.resolvers().get("catalog.reconcile_table").resolve(intent));
        return reconciler.reconcile(ref, desired, ReconcileOptions.plain(), new TestCall(effects));
    }

    /** CAT-18, case 31: a commit whose answer is lost is read again; its own metadata is done, and it was sent once. */
    @Test
    void aCommitWhoseAnswerIsLostIsDoneIfTheTableShowsIt() throws IOException {
        TableRef ref = newTable();
        try (LosingProxy proxy = new LosingProxy(server.port());
                Lake losing = new Lake("lake", properties(proxy.uri()))) {
            proxy.fragile = "POST ";
            proxy.loses = true;
            assertThat(reconcile(losing, ref, FIRST).kind()).isEqualTo(ReconcileOutcome.Kind.CREATED);
            String changed = FIRST.replace("\"shop\"", "\"another shop\"");
            assertThat(reconcile(losing, ref, changed).kind()).isEqualTo(ReconcileOutcome.Kind.ALTERED);
            assertThat(proxy.sent()).isEqualTo(2);
            assertThat(lake.catalog.describe(ref, call).orElseThrow().properties())
                    .containsEntry("owner", "another shop");
        }
    }

    /** CAT-16, CAT-18, case 31: the same of a change of history, and of an entry. */
    @Test
    void aChangeOfHistoryWhoseAnswerIsLostIsDoneIfTheTableShowsIt() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        long first = lake.catalog.describe(ref, call).orElseThrow().currentSnapshotId();
        lake.writer.append(ref, List.of(List.of(2L, "second")));
        try (LosingProxy proxy = new LosingProxy(server.port());
                Lake losing = new Lake("lake", properties(proxy.uri()))) {
            proxy.fragile = "POST ";
            proxy.loses = true;
            TableRefs refs = new TableRefs(new Catalogs(List.of(losing.catalog)), Clock.systemUTC(), 4);
            TestEffects effects = new TestEffects(
                    intent -> refs.resolvers().get(intent.action()).resolve(intent));
            assertThat(refs.rollBack(ref, first, false, new TestCall(effects)).done())
                    .isTrue();
            assertThat(proxy.sent()).isEqualTo(1);
            proxy.swallows = true;
            TableRefs.Retention asTheTable = new TableRefs.Retention(null, null, null);
            assertCode(
                    ErrorCode.OUTCOME_UNKNOWN,
                    () -> refs.createTag(ref, "lost", Optional.empty(), asTheTable, false, new TestCall(effects)));
            assertThat(proxy.sent()).isEqualTo(2);
        }
        assertThat(lake.catalog.describe(ref, call).orElseThrow().currentSnapshotId())
                .isEqualTo(first);
    }

    /** CAT-18: a commit that was lost on its way is unknown, for it may still come; nothing is deleted. */
    @Test
    void aCommitThatIsLostIsUnknown() throws IOException {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        try (LosingProxy proxy = new LosingProxy(server.port());
                Lake losing = new Lake("lake", properties(proxy.uri()))) {
            proxy.fragile = "POST ";
            proxy.swallows = true;
            String changed = FIRST.replace("\"shop\"", "\"another shop\"");
            assertThatThrownWith(ErrorCode.OUTCOME_UNKNOWN, () -> reconcile(losing, ref, changed))
                    .hasMessageContaining("whether it was changed is not known");
            assertThat(proxy.sent()).isEqualTo(1);
        }
        assertThat(lake.catalog.describe(ref, call).orElseThrow()).isEqualTo(before);
        assertThat(fileExists(String.valueOf(before.metadataLocation()))).isTrue();
    }

    /** CAT-12: what logs in is not shown, and not said when the server is away. */
    @Test
    void theLoginIsNeitherShownNorSaid() throws IOException {
        Map<String, String> secrets = Map.of(
                "type", "rest", "uri", nobody(), "token", "canary-token", "credential", "canary-id:canary-secret");
        try (IcebergCatalog catalog = CatalogFactory.create("lake", secrets)) {
            assertThat(catalog.properties().toString()).doesNotContain("canary");
            assertThatThrownBy(() -> catalog.probe(call)).hasMessageNotContaining("canary");
        }
    }

    /** Where nobody listens any more. */
    private static String nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }
    }

    /** Tables whose files are on S3. */
    @Test
    void describesATableOnS3() throws IOException {
        try (S3Server s3 = S3Server.start("lake")) {
            Map<String, String> store = Map.of(
                    "warehouse",
                    "s3://lake/warehouse",
                    "io-impl",
                    "org.apache.iceberg.aws.s3.S3FileIO",
                    "s3.endpoint",
                    s3.endpoint(),
                    "s3.path-style-access",
                    "true",
                    "s3.access-key-id",
                    "someone",
                    "s3.secret-access-key",
                    "canary-secret",
                    "client.region",
                    "us-east-1");
            Map<String, String> own = new HashMap<>(store);
            own.put("type", "rest");
            try (RestCatalogServer onS3 = RestCatalogServer.start(store)) {
                own.put("uri", onS3.uri());
                try (Lake s3Lake = new Lake("cloud", own)) {
                    TableRef ref = s3Lake.table("sales", "orders of p=a%2Fb");
                    TableState state = s3Lake.catalog.describe(ref, call).orElseThrow();
                    assertThat(state.location()).startsWith("s3://lake/warehouse/");
                    assertThat(state.currentSnapshot().orElseThrow().summary()).containsEntry("total-records", "1");
                    assertThat(s3Lake.catalog.properties().toString()).doesNotContain("canary");
                    assertThat(s3Lake.catalog.drop(ref, call)).isTrue();
                }
            }
        }
    }
}
