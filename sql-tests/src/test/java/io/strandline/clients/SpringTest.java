package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.fixture.DemoGateway;
import io.strandline.jdbc.StrandlineDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ColumnMapRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameter;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcCall;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's templates over the driver: queries, procedures, and errors as Spring's exceptions. */
class SpringTest {
    @TempDir
    Path folder;

    private DemoGateway gateway;
    private StrandlineDataSource source;
    private JdbcTemplate template;

    @BeforeEach
    void start() {
        gateway = DemoGateway.start(folder.resolve("lake"));
        source = new StrandlineDataSource();
        source.setUrl(gateway.jdbcUrl());
        template = new JdbcTemplate(source);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void theTemplateQueriesWithParametersAndTypes() {
        assertThat(template.queryForObject(
                        "SELECT kind FROM reconcile.findings WHERE table_name = ? AND provable = ?",
                        String.class,
                        "stray_import",
                        true))
                .isEqualTo("ORPHAN");
        assertThat(template.queryForObject(
                        "SELECT detected_at FROM reconcile.findings WHERE table_name = 'stray_import'",
                        OffsetDateTime.class))
                .isNotNull();
        Map<String, Object> row = template.queryForMap(
                "SELECT table_name, provable, CAST(12.50 AS DECIMAL(10, 2)) AS amount FROM reconcile.findings"
                        + " WHERE table_name = 'stray_import'");
        assertThat(row).containsEntry("table_name", "stray_import").containsEntry("provable", true);
        assertThat(row.get("amount")).hasToString("12.50");
        assertThat(new NamedParameterJdbcTemplate(source)
                        .queryForList(
                                "SELECT table_name FROM reconcile.findings WHERE kind IN (:kinds) ORDER BY 1",
                                Map.of("kinds", List.of("MISSING", "DRIFTED")),
                                String.class))
                .isEqualTo(template.queryForList(
                        "SELECT table_name FROM reconcile.findings WHERE kind = 'MISSING' OR kind = 'DRIFTED' ORDER BY"
                                + " 1",
                        String.class))
                .isNotEmpty();
    }

    /** Spring does not know the product, so parameters are declared; then it binds them by name. */
    @Test
    void aSimpleCallRepairsByNamedParameters() {
        SimpleJdbcCall repair = new SimpleJdbcCall(source)
                .withSchemaName("reconcile")
                .withProcedureName("repair")
                .withoutProcedureColumnMetaDataAccess()
                .withNamedBinding()
                .declareParameters(
                        new SqlParameter("connection", Types.VARCHAR),
                        new SqlParameter("action", Types.VARCHAR),
                        new SqlParameter("table_name", Types.VARCHAR))
                .returningResultSet("items", new ColumnMapRowMapper());
        Map<String, Object> answer =
                repair.execute(Map.of("connection", "scratch", "action", "drop", "table_name", "stray_import"));
        assertThat((List<?>) answer.get("items"))
                .singleElement()
                .satisfies(item -> assertThat(((Map<?, ?>) item).get("done")).isEqualTo(true));
        assertThat(template.queryForObject(
                        "SELECT count(*) FROM reconcile.findings WHERE table_name = 'stray_import'", Integer.class))
                .isZero();
    }

    @Test
    void errorsAreSpringsOwn() {
        assertThatThrownBy(() -> template.queryForList("SELECT * FROM reconcile.nothing"))
                .isInstanceOf(BadSqlGrammarException.class)
                .hasRootCauseInstanceOf(SQLException.class)
                .hasMessageContaining("nothing");
        template.setQueryTimeout(1);
        assertThatThrownBy(() -> template.queryForList(
                        "SELECT count(*) FROM information_schema.columns a, information_schema.columns b,"
                                + " information_schema.columns c, information_schema.columns d"
                                + " WHERE a.remarks < b.remarks"))
                .isInstanceOf(QueryTimeoutException.class);
    }

    /** Frameworks put everything into transactions; reading works, and the connection is as it was afterwards. */
    @Test
    void aReadInATransactionWorks() {
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(source));
        transaction.setReadOnly(true);
        Integer count = transaction.execute(
                status -> template.queryForObject("SELECT count(*) FROM reconcile.findings", Integer.class));
        assertThat(count).isPositive();
    }
}
