package io.strandline.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.NoJournal;
import io.strandline.gateway.sql.Planets;
import io.strandline.gateway.sql.Sql;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SystemSchemasTest {
    private final Sql sql = new Sql(Engines.create(
            SystemModules.around(List.of(new Planets()), "1.2.3"), new NoJournal(), EngineLimits.DEFAULT));

    @Test
    void listsItself() {
        assertThat(sql.rows("SELECT schema_name FROM information_schema.schemata ORDER BY 1"))
                .containsExactly(List.of("information_schema"), List.of("runtime"), List.of("space"));
        assertThat(sql.rows("SELECT table_name FROM information_schema.tables"
                        + " WHERE table_schema = 'information_schema' ORDER BY 1"))
                .extracting(row -> row.get(0))
                .containsExactly(
                        "catalogs",
                        "columns",
                        "key_column_usage",
                        "parameters",
                        "routines",
                        "schemata",
                        "table_constraints",
                        "tables",
                        "views");
    }

    /** Every column of every table can be selected without quotes, and every one has remarks. */
    @Test
    void selectsEveryColumnOfEveryTableWithoutQuotes() {
        List<List<Object>> columns = sql.rows("SELECT table_schema, table_name, column_name, remarks"
                + " FROM information_schema.columns WHERE table_name <> 'numbers'");
        assertThat(columns).hasSizeGreaterThan(70);
        for (List<Object> column : columns) {
            String name = (String) column.get(2);
            assertThat(SqlNames.quoteIfNeeded(name)).isEqualTo(name);
            assertThat((String) column.get(3)).isNotBlank();
        }
        sql.rows("SELECT table_schema, table_name FROM information_schema.tables WHERE table_name <> 'numbers'")
                .forEach(table -> {
                    List<String> names = columns.stream()
                            .filter(column -> column.get(0).equals(table.get(0))
                                    && column.get(1).equals(table.get(1)))
                            .map(column -> (String) column.get(2))
                            .toList();
                    sql.rows("SELECT " + String.join(", ", names) + " FROM " + table.get(0) + "." + table.get(1));
                });
    }

    @Test
    void describesColumnsForJdbc() {
        assertThat(sql.rows("SELECT column_name, ordinal_position, is_nullable, data_type, decimal_digits"
                        + " FROM information_schema.columns WHERE table_name = 'planets'"
                        + " AND ordinal_position IN (2, 6, 7) ORDER BY ordinal_position"))
                .containsExactly(
                        Arrays.asList("name", 2, "NO", "VARCHAR", null),
                        Arrays.asList("mass", 6, "YES", "DECIMAL(38, 10)", 10),
                        Arrays.asList("seen_at", 7, "NO", "TIMESTAMP(3) WITH LOCAL TIME ZONE", 3));
    }

    @Test
    void describesProceduresAndTheirParameters() {
        assertThat(sql.rows("SELECT role_required, is_changing FROM information_schema.routines"
                        + " WHERE specific_name = 'land'"))
                .containsExactly(List.of("operator", true));
        assertThat(sql.rows("SELECT parameter_mode, ordinal_position, parameter_name, parameter_default"
                        + " FROM information_schema.parameters WHERE specific_name = 'visit'"
                        + " ORDER BY parameter_mode, ordinal_position"))
                .startsWith(
                        Arrays.asList("IN", 1, "planet", null),
                        Arrays.asList("IN", 2, "days", "3"),
                        Arrays.asList("IN", 3, "speed", "slow"),
                        Arrays.asList("IN", 4, "note", null),
                        Arrays.asList("RESULT", 1, "planet", null));
    }

    /** Who asks for a few columns of a large catalog does not wait for all of its tables. */
    @Test
    void describesNoMoreTablesThanAreRead() {
        Large large = new Large();
        Sql of = new Sql(
                Engines.create(SystemModules.around(List.of(large), "1.2.3"), new NoJournal(), EngineLimits.DEFAULT));
        assertThat(of.rows("SELECT table_name, column_name FROM information_schema.columns"
                        + " WHERE table_catalog = 'large' LIMIT 2"))
                .containsExactly(List.of("t0", "id"), List.of("t1", "id"));
        assertThat(large.described).hasValueLessThan(10);
    }

    /** A catalog of many tables beside the control plane, and the module that has it. */
    private static final class Large implements SqlModule, SqlCatalog {
        private final AtomicInteger described = new AtomicInteger();

        @Override
        public Stream<Described> described(Wanted wanted, CallContext call) {
            List<Column<?>> columns = List.of(new Column<>("id", SqlType.bigint(), row -> 1L, ""));
            return IntStream.range(0, 10_000)
                    .peek(i -> described.incrementAndGet())
                    .mapToObj(i -> new Described(new Listed("ns", "t" + i, false, ""), columns));
        }

        @Override
        public String schema() {
            return "space";
        }

        @Override
        public String remarks() {
            return "";
        }

        @Override
        public List<VirtualTable<?>> tables() {
            return List.of();
        }

        @Override
        public List<Procedure<?>> procedures() {
            return List.of();
        }

        @Override
        public List<SqlCatalog> catalogs() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "large";
        }

        @Override
        public Optional<Found> find(String schema, String table, @Nullable AsOf asOf, CallContext call) {
            return Optional.empty();
        }

        @Override
        public boolean hasSchema(String schema, CallContext call) {
            return true;
        }

        @Override
        public Stream<String> schemas(CallContext call) {
            return Stream.of("ns");
        }

        @Override
        public List<String> namesLike(String schema, String table, CallContext call) {
            return List.of();
        }

        @Override
        public Stream<Listed> tables(Wanted wanted, CallContext call) {
            return Stream.empty();
        }
    }

    @Test
    void listsKeys() {
        assertThat(sql.rows("SELECT c.table_name, k.column_name FROM information_schema.table_constraints c"
                        + " JOIN information_schema.key_column_usage k"
                        + " ON c.constraint_name = k.constraint_name AND c.table_schema = k.table_schema"
                        + " WHERE c.table_schema = 'space' AND c.table_name = 'planets'"))
                .containsExactly(List.of("planets", "id"));
    }

    @Test
    void helps() {
        assertThat(sql.rows("CALL help")).extracting(row -> row.get(0)).contains("space.visit", "runtime.help");
        assertThat(sql.rows("CALL help('visit')")).hasSizeGreaterThan(5);
        assertThat(sql.rows("SELECT version FROM runtime.version WHERE component = 'strandline'"))
                .containsExactly(List.of("1.2.3"));
    }
}
