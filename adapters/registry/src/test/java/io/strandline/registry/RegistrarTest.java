package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSources;
import io.strandline.registry.store.Stores;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registering on a real catalog and a real store. */
class RegistrarTest {
    private static final List<String> SCRATCH = List.of("scratch");

    @TempDir
    Path directory;

    private IcebergCatalog catalog;
    private LakeWriter writer;
    private StoreDatabase store;
    private DatabaseJournal journal;
    private StoredRegistrations registrations;
    private Registrar registrar;
    private SourceRegistrar sources;

    @BeforeEach
    void open() {
        catalog = CatalogFactory.create(
                "prod",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.resolve("lake").toString()));
        writer = LakeWriter.on(catalog);
        writer.createNamespace(SCRATCH);
        store = Stores.open(Dialect.SQLITE, directory);
        registrations = new StoredRegistrations(store);
        StoredSources stored = new StoredSources(store);
        AtomicInteger ids = new AtomicInteger();
        registrar = new Registrar(
                new Connections(List.of(
                        connection("scratch", SCRATCH, false),
                        connection("frozen", SCRATCH, true),
                        connection("bare", null, false))),
                new Catalogs(List.of(catalog)),
                registrations,
                stored,
                LocationRules.defaults(),
                () -> "r" + ids.incrementAndGet());
        sources = new SourceRegistrar(new Connections(List.of()), stored, registrations, LocationRules.defaults());
        journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.fixed(Statement.NOW, ZoneOffset.UTC));
        Map<String, EffectResolver> resolvers = new HashMap<>(registrar.resolvers());
        resolvers.putAll(sources.resolvers());
        journal.start(resolvers);
    }

    @AfterEach
    void close() {
        writer.close();
        catalog.close();
        journal.close();
        store.close();
    }

    private static Connection connection(String name, @Nullable List<String> namespace, boolean readOnly) {
        return new Connection(name, "prod", namespace, readOnly, List.of(), null, null, "");
    }

    private void table(String name) {
        writer.createTable(new TableRef("prod", SCRATCH, name), LakeColumn.of("id", "long"));
    }

    private static RegisterRequest request(String connection, String table) {
        return new RegisterRequest(connection, table, null, SourceKind.RESOURCE, "7", false);
    }

    private <T> T as(String user, Role role, Function<Statement, T> work) {
        try (Statement call = new Statement(journal, user, role)) {
            return work.apply(call);
        }
    }

    private Registered register(RegisterRequest request) {
        return as("ada", Role.OPERATOR, call -> registrar.register(request, call));
    }

    private AuditEntry lastAudit() {
        List<AuditEntry> entries = as(
                "root",
                Role.ADMIN,
                call -> new DatabaseAuditLog(store)
                        .entries(Wanted.all(Set.of()), call)
                        .toList());
        return entries.get(entries.size() - 1);
    }

    private void assertFails(RegisterRequest request, ErrorCode code, String... parts) {
        assertThatThrownBy(() -> register(request)).isInstanceOfSatisfying(StrandlineException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }

    @Test
    void registerKeepsWhereTheTableLies() {
        table("orders");
        Registered made = register(request("scratch", "orders"));
        assertThat(made.done()).isTrue();
        assertThat(made.registration().location().text()).endsWith("/lake/scratch/orders");
        assertThat(made.registration().registeredBy()).isEqualTo("ada");
        assertThat(registrations.byId(made.registration().id())).contains(made.registration());
        assertThat(lastAudit().action()).isEqualTo("registry.register");
        assertThat(lastAudit().target()).isEqualTo("scratch: prod.scratch.orders");
        assertThat(lastAudit().state()).isEqualTo(Journal.State.DONE);
    }

    /** REC-17: the UUID is kept, so that another table under the name is not taken for the registered one. */
    @Test
    void aReplacedTableIsNotTheRegisteredOne() {
        table("orders");
        Registered first = register(request("scratch", "orders"));
        assertThat(first.registration().tableUuid()).isNotNull();
        assertThat(register(request("scratch", "orders")).reason()).isEqualTo("unchanged");
        as("ada", Role.ADMIN, call -> catalog.drop(new TableRef("prod", SCRATCH, "orders"), call));
        table("orders");
        assertFails(
                request("scratch", "orders"),
                ErrorCode.REFUSED,
                "held",
                first.registration().id());
    }

    /** REC-16: the holder is named; the same by the same user changes nothing. */
    @Test
    void registerRefusesANameThatSomebodyElseHolds() {
        table("orders");
        String id = register(request("scratch", "orders")).registration().id();
        Registered again = register(request("scratch", "orders"));
        assertThat(again.reason()).isEqualTo("unchanged");
        assertThat(again.registration().id()).isEqualTo(id);
        assertThatThrownBy(() ->
                        as("bob", Role.OPERATOR, call -> registrar.register(request("scratch", "orders"), call)))
                .hasMessageContainingAll(id, "user \"ada\"");
        assertThat(lastAudit().state()).isEqualTo(Journal.State.REFUSED);
        assertThat(lastAudit().reason()).isEqualTo("registered");
    }

    /** LOC-6; case 23. */
    @Test
    void registerRefusesANameThatDiffersOnlyByCase() {
        table("events");
        assertFails(request("scratch", "Events"), ErrorCode.REFUSED, "prod.scratch.\"Events\"", "prod.scratch.events");
        table("Events");
        assertFails(request("scratch", "Events"), ErrorCode.REFUSED, "differ only by case");
    }

    /** REC-16: the table exists, and lies where the caller says. */
    @Test
    void registerRefusesATableThatIsNotThereOrElsewhere() {
        assertFails(request("scratch", "none"), ErrorCode.NO_SUCH_TABLE, "prod.scratch.none");
        table("orders");
        Location lake =
                Location.parse(directory.resolve("lake/scratch/orders_2").toString());
        assertFails(
                new RegisterRequest("scratch", "orders", lake, SourceKind.RESOURCE, "7", false),
                ErrorCode.REFUSED,
                "orders_2",
                "/lake/scratch/orders,");
        Location same = Location.parse("file://" + directory.resolve("lake/scratch/orders") + "/");
        assertThat(register(new RegisterRequest("scratch", "orders", same, SourceKind.RESOURCE, "7", false))
                        .done())
                .isTrue();
    }

    /** REC-14. */
    @Test
    void whatForbidsEveryRegistrationIsAnErrorOfItsOwn() {
        table("orders");
        assertFails(request("bare", "orders"), ErrorCode.REFUSED, "no scratch target");
        assertFails(request("frozen", "orders"), ErrorCode.READ_ONLY, "frozen");
        assertFails(request("scrtch", "orders"), ErrorCode.NO_SUCH_OBJECT, "did you mean \"scratch\"");
        assertThatThrownBy(() -> as("eve", Role.READER, call -> registrar.register(request("scratch", "orders"), call)))
                .hasMessageContaining("needs the role operator");
    }

    @Test
    void aDryRunKeepsNothing() {
        table("orders");
        RegisterRequest dry = new RegisterRequest("scratch", "orders", null, SourceKind.RESOURCE, "7", true);
        assertThat(register(dry).reason()).isEqualTo("dry_run");
        assertThat(registrations.in("scratch", "prod", SCRATCH)).isEmpty();
    }

    @Test
    void aStoredFileMustBeKnown() {
        table("orders");
        RegisterRequest request = new RegisterRequest("scratch", "orders", null, SourceKind.FILE, "f1", false);
        assertFails(request, ErrorCode.NO_SUCH_OBJECT, "f1", "register_source");
        as(
                "ada",
                Role.OPERATOR,
                call -> sources.register(
                        SourceKind.FILE, "f1", Location.parse("s3://b/up/f1/rows.csv"), null, false, call));
        assertThat(register(request).done()).isTrue();
        assertThatThrownBy(
                        () -> as("ada", Role.OPERATOR, call -> sources.unregister(SourceKind.FILE, "f1", false, call)))
                .hasMessageContaining("is the source of registration");
    }

    @Test
    void unregisterForgetsTheRegistrationAndLeavesTheTable() {
        table("orders");
        String id = register(request("scratch", "orders")).registration().id();
        assertThat(as("ada", Role.OPERATOR, call -> registrar.unregister(id, true, call))
                        .reason())
                .isEqualTo("dry_run");
        assertThat(as("ada", Role.OPERATOR, call -> registrar.unregister(id, false, call))
                        .done())
                .isTrue();
        assertThat(registrations.byId(id)).isEmpty();
        boolean stays = as("ada", Role.OPERATOR, call -> catalog.exists(new TableRef("prod", SCRATCH, "orders"), call));
        assertThat(stays).isTrue();
        assertThatThrownBy(() -> as("ada", Role.OPERATOR, call -> registrar.unregister(id, false, call)))
                .hasMessageContaining("no registration '" + id + "'");
    }

    /** A source's object lies below its own directory; the same again changes nothing; another place is refused. */
    @Test
    void aSourceIsAnObjectAndItsDirectory() {
        Location object = Location.parse("s3://b/up/f1/rows.csv");
        SourceChange made =
                as("ada", Role.OPERATOR, call -> sources.register(SourceKind.FILE, "f1", object, null, false, call));
        assertThat(made.source().directory()).hasToString("s3://b/up/f1/");
        assertThat(as("ada", Role.OPERATOR, call -> sources.register(SourceKind.FILE, "f1", object, null, false, call))
                        .reason())
                .isEqualTo("unchanged");
        Location other = Location.parse("s3://b/up/f1_2/rows.csv");
        assertThatThrownBy(() -> as(
                        "ada",
                        Role.OPERATOR,
                        call -> sources.register(SourceKind.FILE, "f1", other, null, false, call)))
                .hasMessageContaining("already known");
        assertThatThrownBy(() -> as(
                        "ada",
                        Role.OPERATOR,
                        call -> sources.register(SourceKind.FILE, "f2", other, object.directory(), false, call)))
                .hasMessageContaining("does not lie below");
    }

    /** GW-1: the store tells how each change ended. */
    @Test
    void theResolversReadTheStore() {
        table("orders");
        String id = register(request("scratch", "orders")).registration().id();
        assertThat(registrar.resolvers().keySet())
                .containsExactlyInAnyOrder("registry.register", "registry.unregister", "registry.adopt");
        assertThat(resolve("registry.register", id)).isInstanceOf(Outcome.Done.class);
        assertThat(resolve("registry.register", "rx")).isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.adopt", id)).isInstanceOf(Outcome.Done.class);
        assertThat(resolve("registry.adopt", "rx")).isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.unregister", id)).isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.unregister", "rx")).isInstanceOf(Outcome.Done.class);
    }

    private Outcome resolve(String action, String id) {
        Intent intent = new Intent(action, "x", "{\"registration_id\":\"" + id + "\"}");
        return java.util.Objects.requireNonNull(registrar.resolvers().get(action))
                .resolve(intent);
    }
}
