package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.jdbc.fixture.FixtureGateway;
import io.strandline.jdbc.fixture.InformationSchema;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** DatabaseMetaData: every method answers, with the layout JDBC describes, in at most one request. */
class MetadataTest {
    private FixtureGateway gateway;
    private Connection connection;
    private DatabaseMetaData metadata;

    @BeforeEach
    void connect() throws SQLException {
        gateway = FixtureGateway.start();
        InformationSchema.install(gateway);
        connection = DriverManager.getConnection(gateway.url());
        metadata = connection.getMetaData();
        gateway.requests().clear();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        gateway.close();
    }

    private static String read(ResultSet rows, String... columns) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (String column : columns) {
                    values.add(rows.getString(column));
                }
                lines.add(String.join(" ", values));
            }
        }
        return String.join("; ", lines);
    }

    /** Every method of the interface, with null, empty and real arguments: an answer, and at most one request. */
    @TestFactory
    List<DynamicTest> everyMethodAnswersInAtMostOneRequest() {
        return Arrays.stream(DatabaseMetaData.class.getMethods())
                .filter(method -> method.getDeclaringClass() == DatabaseMetaData.class)
                .sorted(Comparator.comparing(Method::toString))
                .map(method -> DynamicTest.dynamicTest(
                        method.getName() + Arrays.toString(method.getParameterTypes()), () -> answers(method)))
                .collect(Collectors.toList());
    }

    private void answers(Method method) throws Exception {
        for (String name : new String[] {null, "", "findings"}) {
            gateway.requests().clear();
            Object answer = method.invoke(metadata, arguments(method, name));
            assertThat(gateway.requests()).hasSizeLessThanOrEqualTo(1);
            if (answer instanceof ResultSet) {
                try (ResultSet rows = (ResultSet) answer) {
                    assertThat(rows.getMetaData().getColumnCount()).isPositive();
                    while (rows.next()) {
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            rows.getObject(i);
                        }
                    }
                }
            } else {
                assertThat(answer).isNotNull();
            }
        }
    }

    private static Object[] arguments(Method method, String name) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class
                        ? (Object) 1
                        : type == boolean.class ? (Object) true : type == String.class ? name : null)
                .toArray();
    }

    /** Catalogs and schemas; a name is never null. */
    @Test
    void catalogsAndSchemasAreListed() throws SQLException {
        assertThat(read(metadata.getCatalogs(), "TABLE_CAT")).isEqualTo("prod; strandline");
        assertThat(read(metadata.getSchemas(), "TABLE_CATALOG", "TABLE_SCHEM"))
                .isEqualTo("prod sales; strandline reconcile; strandline runtime");
        assertThat(read(metadata.getSchemas(null, "r%"), "TABLE_SCHEM")).isEqualTo("reconcile; runtime");
    }

    /** Case 33: A\_C is one table, A_C is a pattern; and what is no pattern is asked for by name. */
    @Test
    void patternsAreMatchedAndNamesAreAskedFor() throws SQLException {
        assertThat(read(metadata.getTables(null, null, "A_C", null), "TABLE_NAME"))
                .isEqualTo("ABC; A_C");
        assertThat(gateway.executions().get(0).sql()).doesNotContain("WHERE");
        gateway.executions().clear();
        metadata.getTables("prod", "sales", "A\\_C", new String[] {"TABLE", "VIEW"});
        assertThat(gateway.executions())
                .singleElement()
                .satisfies(execution -> assertThat(execution.sql())
                        .endsWith("WHERE table_catalog = 'prod' AND table_schema = 'sales' AND table_name = 'A_C'"
                                + " AND table_type IN ('TABLE', 'VIEW')"));
        gateway.executions().clear();
        metadata.getTables("it's", null, null, null);
        assertThat(gateway.executions().get(0).sql()).endsWith("WHERE table_catalog = 'it''s'");
        gateway.executions().clear();
        assertThat(read(metadata.getTables("", null, null, null), "TABLE_NAME"))
                .as("nothing is without a catalog")
                .isEmpty();
        assertThat(read(metadata.getTables(null, null, null, new String[0]), "TABLE_NAME"))
                .isEmpty();
        assertThat(gateway.executions()).isEmpty();
    }

    /** For tools that do not escape it, the underscore can be told to stand for itself; what is escaped already stays. */
    @Test
    void anUnderscoreIsLiteralForToolsThatDoNotEscapeIt() throws SQLException {
        try (Connection tool = DriverManager.getConnection(gateway.url() + "?metadataUnderscore=literal")) {
            DatabaseMetaData its = tool.getMetaData();
            its.getTables(null, null, "A_C", null).close();
            its.getTables(null, null, "A\\_C", null).close();
            assertThat(gateway.executions())
                    .allSatisfy(execution -> assertThat(execution.sql()).endsWith("WHERE table_name = 'A_C'"));
            assertThat(read(its.getTables(null, null, "A_%", null), "TABLE_NAME"))
                    .isEqualTo("A_C");
        }
    }

    /** Case 40: columns of one table are one look-up; without a catalog a lake is not read. */
    @Test
    void columnsOfOneTableAreOneLookUp() throws SQLException {
        assertThat(read(
                        metadata.getColumns(null, "reconcile", "findings", "%"),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "IS_NULLABLE",
                        "REMARKS"))
                .isEqualTo("kind 12 YES What.; provable 16 NO Whether.");
        assertThat(gateway.executions())
                .singleElement()
                .satisfies(execution -> assertThat(execution.sql())
                        .endsWith("WHERE table_catalog = 'strandline' AND table_schema = 'reconcile'"
                                + " AND table_name = 'findings'"));
    }

    /** Case 40, for tools that leave the underscore unescaped: names are listed, and columns asked for those that match. */
    @Test
    void columnsOfTheLakeAreAskedForByName() throws SQLException {
        metadata.getColumns("prod", "sales", "order_", "%").close();
        assertThat(gateway.executions()).hasSize(2);
        assertThat(gateway.executions().get(1).sql()).endsWith(" AND table_name IN ('orders')");
    }

    /** Procedures with their parameters, defaults, remarks, and what they return. */
    @Test
    void proceduresAndTheirParametersAreListed() throws SQLException {
        assertThat(read(metadata.getProcedures(null, null, "re%"), "PROCEDURE_SCHEM", "PROCEDURE_NAME", "REMARKS"))
                .isEqualTo("reconcile repair Carries out a repair.");
        assertThat(read(
                        metadata.getProcedureColumns(null, "reconcile", "repair", null),
                        "COLUMN_NAME",
                        "COLUMN_TYPE",
                        "ORDINAL_POSITION",
                        "COLUMN_DEF"))
                .isEqualTo("connection 1 1 null; dry_run 1 2 FALSE; done 3 1 null");
    }

    /** Keys of system tables, and the unique index each is. */
    @Test
    void keysAndIndexesOfSystemTables() throws SQLException {
        assertThat(read(
                        metadata.getPrimaryKeys("strandline", "registry", "connections"),
                        "COLUMN_NAME",
                        "KEY_SEQ",
                        "PK_NAME"))
                .isEqualTo("name 1 pk_connections");
        assertThat(read(metadata.getIndexInfo(null, "registry", "connections", true, true), "INDEX_NAME", "NON_UNIQUE"))
                .isEqualTo("pk_connections false");
        assertThat(read(
                        metadata.getBestRowIdentifier(null, "registry", "connections", 2, false),
                        "COLUMN_NAME",
                        "DATA_TYPE"))
                .isEqualTo("name 12");
    }

    /** Product and driver. */
    @Test
    void productAndDriverAreNamed() throws SQLException {
        assertThat(metadata.getDatabaseProductName()).isEqualTo("Strandline");
        assertThat(metadata.getDatabaseProductVersion()).isEqualTo("7.2.1-fixture");
        assertThat(metadata.getDatabaseMajorVersion()).isEqualTo(7);
        assertThat(metadata.getDatabaseMinorVersion()).isEqualTo(2);
        assertThat(metadata.getDriverName()).contains("Strandline");
        assertThat(metadata.getDriverVersion()).startsWith("0.1");
        assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
        assertThat(gateway.requests()).as("asked once").hasSize(1);
    }
}
