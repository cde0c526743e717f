package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ChangeClass;
import io.strandline.catalog.DesiredJson;
import io.strandline.catalog.Plan;
import io.strandline.catalog.Planner;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.ReconcileOutcome;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableStatements;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.Test;

/** What every backend does that creates and changes tables (CAT-3, CAT-4, CAT-9, CAT-19). */
abstract class ChangingContract extends DroppingContract {
    private static final Planner PLANNER = new Planner(LocationRules.defaults());

    static final String FIRST = "{\"columns\": [{\"name\": \"id\", \"type\": \"int\", \"nullable\": false},"
            + " {\"name\": \"at\", \"type\": \"timestamptz\"}, {\"name\": \"lines\", \"type\": \"list<struct<sku: string,"
            + " pieces: int>>\"}], \"partition_fields\": [{\"column\": \"at\", \"transform\": \"day\"}],"
            + " \"sort_order\": [{\"column\": \"id\"}], \"identifier_fields\": [\"id\"], \"format_version\": 2,"
            + " \"comment\": \"orders of the shop\", \"properties\": {\"owner\": \"shop\"}}";

    private static final String SECOND =
            "{\"columns\": [{\"name\": \"note\", \"type\": \"string\", \"comment\": \"said by"
                    + " phone\"}, {\"name\": \"order_id\", \"type\": \"long\", \"renamed_from\": \"id\"}, {\"name\": \"at\", \"type\": \"timestamptz\"},"
                    + " {\"name\": \"lines\", \"type\": \"list<struct<sku: string, pieces: long, price: decimal(9, 2)>>\"}], \"partition_fields\":"
                    + " [{\"column\": \"at\", \"transform\": \"month\"}, {\"column\": \"order_id\", \"transform\": \"bucket[8]\"}],"
                    + " \"sort_order\": [], \"format_version\": 3, \"properties\": {\"owner\": \"shop two\"}}";

    private TableReconciler reconciler() {
        return new TableReconciler(
                new Catalogs(List.of(lake.catalog)), PLANNER, Clock.systemUTC(), TableReconciler.DEFAULT_ATTEMPTS);
    }

    private TestEffects effects() {
        return new TestEffects(intent ->
                reconciler().resolvers().get("catalog.reconcile_table").resolve(intent));
    }

    final ReconcileOutcome reconcile(TableRef ref, String desired, ChangeClass... allow) {
        return reconciler()
                .reconcile(ref, desired, new ReconcileOptions(Set.of(allow), false), new TestCall(effects()));
    }

    final TableRef newTable() {
        lake.writer.createNamespace(List.of("sales"));
        return lake.ref("sales", "orders");
    }

    private TableMetadata metadata(TableRef ref) {
        return ((HasTableOperations) lake.writer.client().loadTable(ClientBackend.identifier(ref)))
                .operations()
                .current();
    }

    /** All files below the table's place, where the backend's store can list them. */
    private List<String> files(TableRef ref) {
        return lists() ? stored(iceberg(ref)).stream().sorted().toList() : List.of();
    }

    private static Plan plan(TableRef ref, String desired, TableState live, ChangeClass... allow) {
        return PLANNER.plan(DesiredJson.parse(ref, desired), Optional.of(live), Set.of(allow));
    }

    /** CAT-3: created, changed as one commit, and then as desired; Iceberg's own client reads what was written. */
    @Test
    void aTableIsCreatedAndChangedAsOneCommit() {
        TableRef ref = newTable();
        assertThat(reconcile(ref, FIRST).kind()).isEqualTo(ReconcileOutcome.Kind.CREATED);
        TableState created = lake.catalog.describe(ref, call).orElseThrow();
        AsDesired.check(DesiredJson.parse(ref, FIRST), created);
        assertThat(created.comment()).isEqualTo("orders of the shop");
        assertThat(fileExists(String.valueOf(created.metadataLocation()))).isTrue();

        assertThat(reconcile(ref, SECOND, ChangeClass.values()).kind()).isEqualTo(ReconcileOutcome.Kind.ALTERED);
        TableState changed = lake.catalog.describe(ref, call).orElseThrow();
        AsDesired.check(DesiredJson.parse(ref, SECOND), changed);
        assertThat(changed.uuid()).isEqualTo(created.uuid());
        TableMetadata seen = metadata(ref);
        assertThat(seen.previousFiles())
                .extracting(TableMetadata.MetadataLogEntry::file)
                .as("one commit, one more metadata file")
                .containsExactly(created.metadataLocation());
        assertThat(seen.metadataFileLocation()).isEqualTo(changed.metadataLocation());
    }

    /** CAT-3: a second identical reconcile makes no commit and writes no file. */
    @Test
    void aSecondReconcileDoesNothing() {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        String before = lake.catalog.describe(ref, call).orElseThrow().metadataLocation();
        List<String> files = files(ref);
        TestEffects effects = effects();
        ReconcileOutcome second = reconciler().reconcile(ref, FIRST, ReconcileOptions.plain(), new TestCall(effects));
        assertThat(second.kind()).isEqualTo(ReconcileOutcome.Kind.UNCHANGED);
        assertThat(effects.outcomes()).isEmpty();
        assertThat(lake.catalog.describe(ref, call).orElseThrow().metadataLocation())
                .isEqualTo(before);
        assertThat(files(ref)).isEqualTo(files);
        // the twin: one that has something to do leaves a file
        reconcile(ref, FIRST.replace("\"shop\"", "\"another shop\""));
        assertThat(files(ref)).hasSize(files.size() + (lists() ? 1 : 0));
    }

    /** CAT-4: any refusal, and nothing is done; all are told. */
    @Test
    void aRefusedPlanLeavesTheMetadata() {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        String before = lake.catalog.describe(ref, call).orElseThrow().metadataLocation();
        List<String> files = files(ref);
        String refused = "{\"columns\": [{\"name\": \"id\", \"type\": \"string\"}, {\"name\": \"fresh\", \"type\":"
                + " \"int\"}], \"partition_fields\": []}";
        TestEffects effects = effects();
        assertThatThrownWith(
                        ErrorCode.REFUSED,
                        () -> reconciler().reconcile(ref, refused, ReconcileOptions.plain(), new TestCall(effects)))
                .hasMessageContaining("2 steps are refused")
                .hasMessageContaining("change_type id: int becomes string")
                .hasMessageContaining("set_partition_spec");
        assertThat(effects.outcomes()).singleElement().isInstanceOf(Outcome.Refused.class);
        assertThat(lake.catalog.describe(ref, call).orElseThrow().metadataLocation())
                .isEqualTo(before);
        ReconcileOutcome dry =
                reconciler().reconcile(ref, refused, new ReconcileOptions(Set.of(), true), new TestCall(effects()));
        assertThat(dry.plan().refusals()).hasSize(2);
        assertThat(dry.plan().actions()).hasSize(1);
        assertThat(files(ref)).isEqualTo(files);
    }

    /** CAT-9: a plan is for the table it was made against. */
    @Test
    void aStalePlanIsAConflict() {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        reconcile(ref, FIRST.replace("\"shop\"", "\"another shop\""));
        TableState between = lake.catalog.describe(ref, call).orElseThrow();
        List<String> files = files(ref);
        Plan stale = plan(ref, SECOND, before, ChangeClass.values());
        assertCode(
                ErrorCode.CONFLICT,
                () -> lake.catalog.commit(ref, Optional.of(before), stale.target(), new TestCall()));
        Plan creation = PLANNER.plan(DesiredJson.parse(ref, FIRST), Optional.empty(), Set.of());
        assertCode(
                ErrorCode.CONFLICT,
                () -> lake.catalog.commit(ref, Optional.empty(), creation.target(), new TestCall()));
        assertThat(lake.catalog.describe(ref, call).orElseThrow()).isEqualTo(between);
        assertThat(files(ref)).as("what a conflict wrote is taken away").isEqualTo(files);
    }

    /** CAT-9: a table that went away between plan and commit is not made again by a change. */
    @Test
    void aTableThatWentAwayIsAConflict() {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        TableState before = lake.catalog.describe(ref, call).orElseThrow();
        lake.catalog.drop(ref, call);
        Plan plan = plan(ref, SECOND, before, ChangeClass.values());
        assertCode(
                ErrorCode.CONFLICT, () -> lake.catalog.commit(ref, Optional.of(before), plan.target(), new TestCall()));
        assertThat(lake.catalog.exists(ref, call)).isFalse();
    }

    /** What follows a column: its name mapping, and how it is counted. */
    @Test
    void propertiesThatNameColumnsFollowThem() {
        TableRef ref = newTable();
        reconcile(
                ref,
                "{\"columns\": [{\"name\": \"a\", \"type\": \"int\"}, {\"name\": \"b\", \"type\": \"int\"}],"
                        + " \"properties\": {\"write.metadata.metrics.column.a\": \"full\","
                        + " \"write.metadata.metrics.column.b\": \"none\", \"schema.name-mapping.default\":"
                        + " \"[{\\\"field-id\\\": 1, \\\"names\\\": [\\\"a\\\"]}, {\\\"field-id\\\": 2, \\\"names\\\":"
                        + " [\\\"b\\\"]}]\"}}");
        reconcile(
                ref,
                "{\"columns\": [{\"name\": \"x\", \"type\": \"int\", \"renamed_from\": \"a\"}, {\"name\": \"c\", \"type\":"
                        + " \"int\"}]}",
                ChangeClass.DROP_COLUMN);
        Map<String, String> properties =
                lake.catalog.describe(ref, call).orElseThrow().properties();
        assertThat(properties)
                .containsEntry("write.metadata.metrics.column.x", "full")
                .doesNotContainKeys("write.metadata.metrics.column.a", "write.metadata.metrics.column.b");
        assertThat(properties.get("schema.name-mapping.default").replaceAll("\\s", ""))
                .contains("[\"a\",\"x\"]")
                .contains("\"field-id\":3");
    }

    private TableStatements statements() {
        Catalogs catalogs = new Catalogs(List.of(lake.catalog));
        return new TableStatements(catalogs, reconciler());
    }

    /** CAT-3, CAT-4: statements create and change a table, each as one commit; a refused one leaves the metadata. */
    @Test
    void statementsCreateAndChangeATable() {
        TableRef ref = newTable();
        assertThat(statements()
                        .create(ref, FIRST, false, false, new TestCall(effects()))
                        .kind())
                .isEqualTo(ReconcileOutcome.Kind.CREATED);
        TableState created = lake.catalog.describe(ref, call).orElseThrow();
        assertCode(
                ErrorCode.OBJECT_EXISTS, () -> statements().create(ref, FIRST, false, false, new TestCall(effects())));
        assertThat(statements()
                        .create(ref, FIRST, true, false, new TestCall(effects()))
                        .kind())
                .isEqualTo(ReconcileOutcome.Kind.UNCHANGED);
        String changes =
                "{\"changes\": [{\"add_column\": \"lines.element.price\", \"type\": \"decimal(9, 2)\", \"after\":"
                        + " \"sku\"}, {\"alter_column\": \"id\", \"type\": \"long\"}, {\"rename_column\": \"lines.element.pieces\","
                        + " \"to\": \"count\"}, {\"unset\": [\"owner\"]}, {\"set\": {\"comment\": \"\"}}]}";
        assertThat(statements()
                        .alter(ref, changes, false, false, new TestCall(effects()))
                        .kind())
                .isEqualTo(ReconcileOutcome.Kind.ALTERED);
        TableMetadata changed = metadata(ref);
        assertThat(changed.previousFiles())
                .extracting(TableMetadata.MetadataLogEntry::file)
                .containsExactly(created.metadataLocation());
        assertThat(changed.schema().findField("lines.element.price").fieldId())
                .isGreaterThan(created.columns().size());
        assertThat(changed.schema().findField("lines.element.count").fieldId())
                .isEqualTo(created.columns().stream()
                        .filter(column -> column.name().equals("pieces"))
                        .findFirst()
                        .orElseThrow()
                        .fieldId());
        assertThat(changed.schema().findField("id").type().toString()).isEqualTo("long");
        assertThat(changed.schema().identifierFieldNames()).containsExactly("id");
        assertThat(changed.properties()).doesNotContainKeys("owner", "comment");
        assertThatThrownWith(
                        ErrorCode.REFUSED,
                        () -> statements()
                                .alter(
                                        ref,
                                        "{\"changes\": [{\"drop_column\": \"at\"}, {\"add_column\": \"x\", \"type\": \"int\"}]}",
                                        false,
                                        false,
                                        new TestCall(effects())))
                .hasMessageContaining("partition field \"at_day\"");
        assertThat(metadata(ref).metadataFileLocation()).isEqualTo(changed.metadataFileLocation());
    }

    /** A drop takes the entry and leaves the files; where it would take them too, it is refused. */
    @Test
    void aStatementDropsATable() {
        TableRef ref = newTable();
        assertCode(ErrorCode.NO_SUCH_TABLE, () -> statements().drop(ref, false, false, false, new TestCall(effects())));
        assertThat(statements()
                        .drop(ref, true, false, false, new TestCall(effects()))
                        .kind())
                .isEqualTo(ReconcileOutcome.Kind.UNCHANGED);
        reconcile(ref, FIRST);
        String file = lake.catalog.describe(ref, call).orElseThrow().metadataLocation();
        assertThat(statements()
                        .drop(ref, false, false, true, new TestCall(effects()))
                        .kind())
                .isEqualTo(ReconcileOutcome.Kind.PLANNED);
        assertCode(ErrorCode.NOT_SUPPORTED, () -> statements().drop(ref, false, true, false, new TestCall(effects())));
        assertThat(lake.catalog.exists(ref, call)).isTrue();
        statements().drop(ref, false, false, false, new TestCall(effects()));
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(fileExists(String.valueOf(file))).isTrue();
    }

    static org.assertj.core.api.AbstractThrowableAssert<?, ?> assertThatThrownWith(
            ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return org.assertj.core.api.Assertions.assertThatThrownBy(call)
                .satisfies(e -> assertThat(((io.strandline.common.StrandlineException) e).code())
                        .isEqualTo(code));
    }
}
