package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import schemacrawler.inclusionrule.RegularExpressionInclusionRule;
import schemacrawler.schema.Catalog;
import schemacrawler.schema.Column;
import schemacrawler.schema.ParameterModeType;
import schemacrawler.schema.Routine;
import schemacrawler.schema.RoutineParameter;
import schemacrawler.schema.RoutineType;
import schemacrawler.schema.Schema;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LimitOptionsBuilder;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptions;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.utility.SchemaCrawlerUtility;
import us.fatehi.utility.datasource.DatabaseConnectionSources;
import us.fatehi.utility.datasource.MultiUseUserCredentials;

/** SchemaCrawler at its maximum level sees what {@code information_schema} says, by the driver's metadata alone. */
class SchemaCrawlerTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Catalog catalog;

    @BeforeAll
    static void crawl() throws Exception {
        gateway = DemoGateway.start(folder.resolve("lake"));
        SchemaCrawlerOptions options = SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
                .withLoadOptions(LoadOptionsBuilder.builder()
                        .withSchemaInfoLevel(SchemaInfoLevelBuilder.maximum())
                        .toOptions())
                .withLimitOptions(LimitOptionsBuilder.builder()
                        .includeSchemas(new RegularExpressionInclusionRule("(strandline|lake)\\..*"))
                        .tableTypes("SYSTEM TABLE", "TABLE", "VIEW")
                        .includeAllRoutines()
                        .toOptions());
        catalog = SchemaCrawlerUtility.getCatalog(
                DatabaseConnectionSources.newDatabaseConnectionSource(
                        gateway.jdbcUrl(), new MultiUseUserCredentials("", "")),
                options);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void listsTheSchemas() throws Exception {
        assertThat(catalog.getSchemas())
                .extracting(Schema::getCatalogName, Schema::getName)
                .containsExactlyInAnyOrderElementsOf(
                        Rows.of(gateway, "SELECT catalog_name, schema_name FROM information_schema.schemata"));
    }

    @Test
    void listsTheTablesWithTheirRemarks() throws Exception {
        assertThat(catalog.getTables())
                .extracting(table -> table.getSchema().getName(), Table::getName, Table::getRemarks)
                .containsExactlyInAnyOrderElementsOf(
                        Rows.of(gateway, "SELECT table_schema, table_name, remarks FROM information_schema.tables"));
        // a listing does not look into the tables of the lake
        assertThat(catalog.getTables())
                .filteredOn(table -> table.getSchema().getCatalogName().equals("strandline"))
                .extracting(Table::getRemarks)
                .doesNotContain("");
    }

    @Test
    void listsTheColumnsWithTypeNullabilityAndRemarks() throws Exception {
        assertThat(catalog.getTables().stream().map(Table::getColumns).flatMap(Collection::stream))
                .extracting(
                        column -> column.getParent().getName(),
                        Column::getName,
                        column -> column.getColumnDataType().getName(),
                        column -> column.isNullable() ? "YES" : "NO",
                        Column::getRemarks)
                .containsExactlyInAnyOrderElementsOf(Rows.of(
                        gateway,
                        "SELECT table_name, column_name, type_name, is_nullable, remarks"
                                + " FROM information_schema.columns"));
    }

    @Test
    void listsTheProcedures() throws Exception {
        Collection<Routine> routines = catalog.getRoutines();
        assertThat(routines)
                .extracting(Routine::getRoutineType)
                .containsOnly(RoutineType.procedure, RoutineType.function);
        assertThat(routines)
                .extracting(routine -> routine.getSchema().getName(), Routine::getName, Routine::getRemarks)
                .containsExactlyInAnyOrderElementsOf(Rows.of(
                        gateway, "SELECT specific_schema, specific_name, remarks FROM information_schema.routines"));
    }

    /** It knows one parameter of a name: a column of the answer replaces the argument of that name. */
    @Test
    void listsTheParametersOfTheProcedures() throws Exception {
        List<RoutineParameter<Routine>> all = catalog.getRoutines().stream()
                .flatMap(routine -> parameters(routine).stream())
                .toList();
        assertThat(all)
                .extracting(parameter -> parameter.getParent().getName(), RoutineParameter::getName)
                .containsExactlyInAnyOrderElementsOf(Rows.of(
                        gateway,
                        "SELECT DISTINCT specific_name, parameter_name FROM information_schema.parameters"
                                + " WHERE routine_type = 'PROCEDURE'"));
        assertThat(all)
                .filteredOn(parameter -> parameter.getParameterMode() == ParameterModeType.in)
                .extracting(
                        parameter -> parameter.getParent().getName(),
                        RoutineParameter::getName,
                        parameter -> parameter.getColumnDataType().getName(),
                        RoutineParameter::getRemarks)
                .containsExactlyInAnyOrderElementsOf(
                        Rows.of(
                                gateway,
                                "SELECT specific_name, parameter_name, type_name, remarks FROM information_schema.parameters p"
                                        + " WHERE routine_type = 'PROCEDURE' AND parameter_mode = 'IN' AND NOT EXISTS (SELECT 1 FROM"
                                        + " information_schema.parameters a WHERE a.parameter_mode = 'RESULT'"
                                        + " AND a.routine_type = 'PROCEDURE' AND a.specific_name = p.specific_name AND a.parameter_name = p.parameter_name)"));
    }

    private static List<RoutineParameter<Routine>> parameters(Routine routine) {
        return routine.getParameters();
    }
}
