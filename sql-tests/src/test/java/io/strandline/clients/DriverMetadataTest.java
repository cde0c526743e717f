package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The driver's metadata over a real gateway. */
class DriverMetadataTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Connection connection;

    @BeforeAll
    static void serve() throws Exception {
        gateway = DemoGateway.start(folder);
        connection = gateway.connect();
    }

    @AfterAll
    static void stop() throws Exception {
        connection.close();
        gateway.close();
    }

    /** Every method answers, whatever names it is given, and every row can be read. */
    @TestFactory
    List<DynamicTest> everyMethodAnswers() {
        return Arrays.stream(DatabaseMetaData.class.getMethods())
                .filter(method -> method.getDeclaringClass() == DatabaseMetaData.class)
                .sorted(Comparator.comparing(Method::toString))
                .map(method -> DynamicTest.dynamicTest(
                        method.getName() + Arrays.toString(method.getParameterTypes()), () -> answers(method)))
                .collect(Collectors.toList());
    }

    private static void answers(Method method) throws Exception {
        for (String name : new String[] {null, "", "%", "connections", "it's \"odd\" \\_ 表😀"}) {
            Object answer = method.invoke(connection.getMetaData(), arguments(method, name));
            assertThat(answer).isNotNull();
            if (answer instanceof ResultSet rows) {
                try (rows) {
                    while (rows.next()) {
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            rows.getString(i);
                        }
                    }
                }
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

    /** What getColumns says of a table is what its result sets say: names, types, order. */
    @Test
    void columnsOfMetadataAreThoseOfResults() throws Exception {
        TreeMap<String, String> tables = new TreeMap<>();
        try (ResultSet rows = connection.getMetaData().getTables("strandline", null, "%", null)) {
            while (rows.next()) {
                tables.put(rows.getString("TABLE_SCHEM") + "." + rows.getString("TABLE_NAME"), "");
            }
        }
        try (ResultSet rows = connection.getMetaData().getColumns("strandline", null, "%", "%")) {
            while (rows.next()) {
                tables.merge(
                        rows.getString("TABLE_SCHEM") + "." + rows.getString("TABLE_NAME"),
                        rows.getString("COLUMN_NAME") + " " + rows.getString("TYPE_NAME") + " "
                                + rows.getInt("DATA_TYPE") + "; ",
                        String::concat);
            }
        }
        assertThat(tables).isNotEmpty();
        for (String table : tables.keySet()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
                ResultSetMetaData columns = rows.getMetaData();
                StringBuilder said = new StringBuilder();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    said.append(columns.getColumnName(i)).append(' ').append(columns.getColumnTypeName(i));
                    said.append(' ').append(columns.getColumnType(i)).append("; ");
                }
                assertThat(said).as(table).hasToString(tables.get(table));
            }
        }
    }

    /** Each function that metadata lists is one that {@code functions.iq} runs as an escape, and no other. */
    @Test
    void functionsOfMetadataAreThoseThatRun() throws Exception {
        DatabaseMetaData metadata = connection.getMetaData();
        TreeSet<String> listed = new TreeSet<>();
        for (String functions : List.of(
                metadata.getNumericFunctions(),
                metadata.getStringFunctions(),
                metadata.getTimeDateFunctions(),
                metadata.getSystemFunctions())) {
            listed.addAll(List.of(functions.split(",", -1)));
        }
        TreeSet<String> run = new TreeSet<>();
        try (InputStream script = getClass().getResourceAsStream("/scripts/functions.iq")) {
            Matcher call = Pattern.compile("\\{fn ([A-Z0-9_]+)\\(")
                    .matcher(new String(script.readAllBytes(), StandardCharsets.UTF_8));
            while (call.find()) {
                run.add(call.group(1));
            }
        }
        run.removeAll(List.of("CONVERT", "NOSUCH"));
        assertThat(listed).isEqualTo(run);
        assertThat(metadata.supportsConvert()).isTrue();
        assertThat(metadata.supportsConvert(Types.VARCHAR, Types.DATE)).isTrue();
        assertThat(metadata.supportsConvert(Types.INTEGER, Types.DECIMAL)).isTrue();
        assertThat(metadata.supportsConvert(Types.VARBINARY, Types.INTEGER)).isFalse();
        assertThat(metadata.supportsConvert(Types.ARRAY, Types.VARCHAR)).isFalse();
    }

    private static List<String> firstColumn(String sql) throws Exception {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** SHOW lists by name, DESCRIBE in the order of the table. */
    @Test
    void whatIsShownIsInOrder() throws Exception {
        assertThat(firstColumn("SHOW CATALOGS")).containsExactly("lake", "strandline");
        assertThat(firstColumn("DESCRIBE lake.sales.orders")).containsExactly("id", "customer", "amount");
        assertThat(firstColumn("SHOW COLUMNS FROM lake.sales.orders")).containsExactly("id", "customer", "amount");
        assertThat(firstColumn("DESCRIBE runtime.version")).containsExactly("component", "version");
        assertThat(firstColumn("SHOW TABLES FROM runtime LIKE 's%'"))
                .containsExactly("sessions", "settings", "statements");
        for (String shown : List.of("SCHEMAS", "SCHEMAS FROM lake", "TABLES FROM catalog", "TABLES FROM lake.sales")) {
            assertThat(firstColumn("SHOW " + shown))
                    .as(shown)
                    .hasSizeGreaterThan(1)
                    .isSorted();
        }
    }
}
