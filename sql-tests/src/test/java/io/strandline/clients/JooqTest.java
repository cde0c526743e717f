package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Meta;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** jOOQ over the driver: its meta model is what {@code information_schema} says, and its queries run. */
class JooqTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Connection connection;
    private static DSLContext jooq;

    @BeforeAll
    static void serve() throws Exception {
        gateway = DemoGateway.start(folder.resolve("lake"));
        connection = gateway.connect();
        jooq = DSL.using(
                connection,
                SQLDialect.DEFAULT,
                new Settings().withRenderQuotedNames(RenderQuotedNames.EXPLICIT_DEFAULT_QUOTED));
    }

    @AfterAll
    static void stop() throws Exception {
        connection.close();
        gateway.close();
    }

    @Test
    void itsMetaModelIsWhatInformationSchemaSays() throws Exception {
        Meta meta = jooq.meta();
        assertThat(meta.getSchemas())
                .extracting(org.jooq.Schema::getName)
                .containsAll(Rows.of(gateway, "SELECT schema_name FROM information_schema.schemata").stream()
                        .map(row -> String.valueOf(row.toList().get(0)))
                        .toList());
        assertThat(meta.getTables())
                .extracting(table -> table.getSchema().getName(), Table::getName)
                .containsAll(Rows.of(gateway, "SELECT table_schema, table_name FROM information_schema.tables"));
        List<? extends Table<?>> findings = meta.getTables(name("reconcile", "findings"));
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).fields())
                .extracting(org.jooq.Field::getName)
                .containsExactlyElementsOf(Rows.of(
                                gateway,
                                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'reconcile'"
                                        + " AND table_name = 'findings' ORDER BY ordinal_position")
                        .stream()
                        .map(row -> String.valueOf(row.toList().get(0)))
                        .toList());
        assertThat(meta.getTables("scans"))
                .singleElement()
                .satisfies(
                        scans -> assertThat(scans.getPrimaryKey().getFields()).hasSize(1));
    }

    @Test
    void itsQueriesRunWithParametersSortAndLimit() {
        assertThat(jooq.select(field(name("table_name"), String.class), field(name("provable"), Boolean.class))
                        .from(table(name("reconcile", "findings")))
                        .where(field(name("kind"), String.class).eq("ORPHAN"))
                        .and(field(name("table_name"), String.class).like("stray%"))
                        .orderBy(field(name("table_name")))
                        .limit(10)
                        .fetch())
                .singleElement()
                .satisfies(row -> assertThat(row.value1()).isEqualTo("stray_import"))
                .satisfies(row -> assertThat(row.value2()).isTrue());
        assertThat(jooq.fetchCount(table(name("information_schema", "tables")))).isPositive();
        assertThat(jooq.fetchOne("SELECT CAST(? AS DECIMAL(38, 10))", new java.math.BigDecimal("1.0000000001"))
                        .get(0))
                .hasToString("1.0000000001");
    }
}
