package io.strandline.catalog.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.FieldType;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from Trino's texts, and the texts that are written for it. */
class TrinoTextsTest {
    private static final TableRef TABLE = new TableRef("hive", List.of("s"), "orders");

    @Test
    void readsCommentAndPropertiesOfATable() {
        CreateTableText.Told told = CreateTableText.read("""
                CREATE TABLE hive.s.ext (
                   id varchar COMMENT 'WITH (format = ''no'')',
                   "with ( odd" varchar(10) COMMENT 'it''s'
                )
                COMMENT 'a ''quoted'' comment, WITH (format = ''NO'')'
                WITH (
                   external_location = 'file:/x''y (1)',
                   format = 'CSV',
                   partitioned_by = ARRAY['p','q,(r'],
                   bucket_count = 16
                )""");
        assertThat(told.comment()).contains("a 'quoted' comment, WITH (format = 'NO')");
        assertThat(told.properties())
                .containsOnly(
                        Map.entry("external_location", "file:/x'y (1)"),
                        Map.entry("format", "CSV"),
                        Map.entry("partitioned_by", "ARRAY['p','q,(r']"),
                        Map.entry("bucket_count", "16"));
    }

    @Test
    void readsATableThatTellsNothing() {
        CreateTableText.Told told = CreateTableText.read("CREATE TABLE a.b.c (\n   id bigint\n)");
        assertThat(told.comment()).isEmpty();
        assertThat(told.properties()).isEmpty();
    }

    /** Whatever a server sends: an end. */
    @Property(tries = 2_000)
    void endsWithAnyText(@ForAll @StringLength(max = 80) String text) {
        assertThat(CreateTableText.read("CREATE TABLE a.b.c (id bigint) WITH (" + text)
                        .properties())
                .isNotNull();
        assertThat(TrinoTypes.read(text)).isNotNull();
    }

    /** A comment of any characters is read as it was written. */
    @Property
    void readsAnyComment(@ForAll String comment, @ForAll String location) {
        String statement = "CREATE TABLE a.b.c (id bigint) COMMENT '" + comment.replace("'", "''")
                + "' WITH (external_location = '" + location.replace("'", "''") + "', format = 'JSON')";
        CreateTableText.Told told = CreateTableText.read(statement);
        assertThat(told.comment()).contains(comment);
        assertThat(told.properties())
                .containsOnly(Map.entry("external_location", location), Map.entry("format", "JSON"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint | long",
                "integer | int",
                "varchar(10) | string",
                "decimal(10,2) | decimal(10, 2)",
                "timestamp(3) | timestamp",
                "timestamp(9) | timestamp_ns",
                "timestamp(6) with time zone | timestamptz",
                "array(varchar) | list<string>",
                "map(varchar, array(row(\"a b\" bigint, c decimal(5, 1)))) | map<string, list<struct<\"a b\": long, c: decimal(5, 1)>>>",
                "ipaddress | ipaddress"
            })
    void namesTypesAsTablesDo(String trino, String ours) {
        assertThat(TrinoTypes.read(trino).text()).isEqualTo(ours);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "boolean",
                "bigint",
                "real",
                "decimal(38, 10)",
                "varchar",
                "varbinary",
                "date",
                "time(6)",
                "timestamp(6)",
                "timestamp(9) with time zone",
                "ROW(\"a\" bigint, \"b\"\"c\" ARRAY(varchar))",
                "MAP(varchar, double)"
            })
    void writesTheTypeItRead(String type) {
        assertThat(TrinoTypes.write(TrinoTypes.read(type))).isEqualTo(type);
    }

    @Test
    void numbersColumnsAndTheirFields() {
        TrinoColumns columns = new TrinoColumns();
        columns.add("id", "bigint", "");
        columns.add("r", "row(\"a\" bigint, \"l\" array(varchar))", "nested");
        assertThat(columns.all())
                .extracting(ColumnState::fieldId, ColumnState::parentId, ColumnState::path, ColumnState::formatType)
                .containsExactly(
                        tuple(1, null, "id", "long"),
                        tuple(2, null, "r", "struct<a: long, l: list<string>>"),
                        tuple(3, 2, "r.a", "long"),
                        tuple(4, 2, "r.l", "list<string>"),
                        tuple(5, 4, "r.l.element", "string"));
        assertThat(columns.all()).extracting(ColumnState::comment).containsExactly(null, "nested", null, null, null);
    }

    @Test
    void createsAnExternalTable() {
        TrinoSql sql = new TrinoSql("Lake \"1\"");
        TargetTable target = target("s3://b/o'x", Map.of("format", "json", "comment", "it's"), column("id", "long"));
        assertThat(sql.create(TABLE, target))
                .isEqualTo("CREATE TABLE \"Lake \"\"1\"\"\".\"s\".\"orders\" (\"id\" bigint) COMMENT 'it''s' WITH"
                        + " (external_location = 's3://b/o''x', format = 'JSON')");
    }

    /** CAT-19: what it cannot do is said, never left out. */
    @Test
    void refusesWhatTrinoDoesNotKeep() {
        TrinoSql sql = new TrinoSql("hive");
        Map<String, String> csv = Map.of("format", "csv");
        List.of(
                        target(null, csv, column("id", "string")),
                        target("s3://b/o", Map.of(), column("id", "string")),
                        target("s3://b/o", Map.of("format", "orc"), column("id", "string")),
                        target("s3://b/o", Map.of("format", "csv", "owner", "me"), column("id", "string")),
                        target("s3://b/o", csv, TableField.of("id", FieldType.Primitive.of("string"), false)),
                        target(
                                "s3://b/o",
                                csv,
                                TableField.of("id", new FieldType.Primitive("fixed", List.of(4)), null)))
                .forEach(target -> assertThatThrownBy(() -> sql.create(TABLE, target))
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "trino:8080", "jdbc:trino://", "jdbc:trino://h:1/hive", "jdbc:trino://h:1?password=x"})
    void wantsHostAndPortAsUri(String uri) {
        assertThatThrownBy(() -> TrinoCatalog.create("t", Map.of("type", "trino", "uri", uri)))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION));
    }

    /** CAT-12: a login is handed to the driver, and shown nowhere. */
    @Test
    void showsNoSecret() {
        try (TrinoCatalog catalog = TrinoCatalog.create(
                "t", Map.of("type", "trino", "uri", "jdbc:trino://h:1", "user", "me", "password", "canary-7f3a"))) {
            assertThat(catalog.properties()).containsEntry("user", "me").containsEntry("password", "***");
            assertThat(catalog).asString().doesNotContain("canary");
        }
    }

    private static TableField column(String name, String type) {
        return TableField.of(name, FieldType.Primitive.of(type), null);
    }

    private static TargetTable target(
            @Nullable String location, Map<String, String> properties, TableField... columns) {
        return new TargetTable(List.of(columns), null, null, null, properties, Set.of(), 2, location);
    }
}
