package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a JDBC catalog does on every database, damaged entries included. */
abstract class JdbcContract extends ChangingContract {
    abstract Connection database() throws SQLException;

    @Override
    boolean fileExists(String location) {
        return Files.exists(LocalPaths.of(location));
    }

    @Override
    boolean storesDottedLevels() {
        return false;
    }

    private Path metadataFile(TableRef ref) {
        return LocalPaths.of(
                String.valueOf(lake.catalog.describe(ref, call).orElseThrow().metadataLocation()));
    }

    /** CAT-1, case 14: a metadata file that is gone is its own error, names the file; the entry is there and can go. */
    @Test
    void reportsMetadataThatIsGone() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        Path file = metadataFile(ref);
        Files.delete(file);
        assertThatThrownByDescribe(ref, ErrorCode.METADATA_MISSING)
                .hasMessageContaining(file.getFileName().toString());
        assertThat(lake.catalog.exists(ref, call)).isTrue();
        assertThat(names(all("sales", 10))).containsExactly("orders");
        assertThat(lake.catalog.drop(ref, call)).isTrue();
        assertThat(lake.catalog.exists(ref, call)).isFalse();
    }

    /** CAT-1: a file cut at any length is unreadable, and said so at once, not after minutes of trying again. */
    @Test
    void reportsMetadataThatIsCut() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        Path file = metadataFile(ref);
        byte[] whole = Files.readAllBytes(file);
        for (int length : List.of(0, 1, 17, whole.length / 2, whole.length - 1)) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThatThrownByDescribe(ref, ErrorCode.METADATA_UNREADABLE)
                    .hasMessageContaining(file.getFileName().toString());
        }
        Files.write(file, whole);
        assertThat(lake.catalog.describe(ref, call)).isPresent();
    }

    /** CAT-1: JSON that is no table metadata is unreadable. */
    @Test
    void reportsMetadataThatIsSomethingElse() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        Path file = metadataFile(ref);
        for (String text :
                List.of("{}", "[]", "null", "{\"format-version\": 99}", "{\"format-version\": 2}", "\u0000\u0001")) {
            Files.writeString(file, text, StandardCharsets.UTF_8);
            assertThatThrownByDescribe(ref, ErrorCode.METADATA_UNREADABLE);
        }
    }

    /** Case 16: an entry without pointer is there, unreadable, and can be dropped. */
    @Test
    void reportsAnEntryWithoutPointer() throws SQLException {
        TableRef ref = lake.table("sales", "orders");
        try (Connection database = database();
                PreparedStatement update = database.prepareStatement(
                        "UPDATE iceberg_tables SET metadata_location = NULL WHERE table_name = ?")) {
            update.setString(1, "orders");
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
        assertThatThrownByDescribe(ref, ErrorCode.METADATA_UNREADABLE).hasMessageContaining("no metadata pointer");
        assertThat(lake.catalog.exists(ref, call)).isTrue();
        assertThat(lake.catalog.drop(ref, call)).isTrue();
    }

    /** Case 20: a level with a dot is no other namespace's two levels. */
    @Test
    void findsNothingUnderADottedLevel() {
        lake.table(List.of("a", "b"), "t");
        TableRef dotted = new TableRef(lake.catalog.name(), List.of("a.b"), "t");
        assertThat(lake.catalog.exists(dotted, call)).isFalse();
        assertThat(lake.catalog.describe(dotted, call)).isEmpty();
        assertThat(lake.catalog.drop(dotted, call)).isFalse();
        assertThat(lake.catalog
                        .list(List.of("a.b"), java.util.Optional.empty(), 10, call)
                        .entries())
                .isEmpty();
        assertCode(ErrorCode.BAD_ARGUMENT, () -> lake.writer.createNamespace(List.of("a.b")));
    }

    /** A database may hold several catalogs: each sees its own. */
    @Test
    void seesItsOwnCatalogOnly() throws SQLException {
        TableRef ref = lake.table("sales", "orders");
        try (Connection database = database();
                PreparedStatement update =
                        database.prepareStatement("UPDATE iceberg_tables SET catalog_name = 'another'")) {
            update.executeUpdate();
        }
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(all("sales", 10)).isEmpty();
        assertThat(lake.catalog.drop(ref, call)).isFalse();
    }

    org.assertj.core.api.AbstractThrowableAssert<?, ?> assertThatThrownByDescribe(TableRef ref, ErrorCode code) {
        return org.assertj.core.api.Assertions.assertThatThrownBy(() -> lake.catalog.describe(ref, call))
                .satisfies(e -> assertThat(((io.strandline.common.StrandlineException) e).code())
                        .isEqualTo(code))
                .hasMessageContaining(ref.toString());
    }

    /** CAT-4: a table whose namespace is not there is not created, and the error says so. */
    @Test
    void aMissingNamespaceIsNamed() {
        TableRef ref = lake.ref("nowhere", "orders");
        assertThatThrownWith(ErrorCode.NO_SUCH_SCHEMA, () -> reconcile(ref, FIRST))
                .hasMessageContaining("no namespace nowhere");
        assertThat(lake.catalog.exists(ref, call)).isFalse();
    }

    /** Of a table that says so, metadata files that it names no more go with the commit that made them so; else they stay. */
    @Test
    void deletesOutdatedMetadataWhereTheTableSaysSo() throws IOException {
        TableRef ref = newTable();
        String kept = "\"write.metadata.previous-versions-max\": \"2\"";
        String deleted = kept + ", \"write.metadata.delete-after-commit.enabled\": \"true\"";
        reconcile(ref, FIRST);
        for (int i = 0; i < 4; i++) {
            reconcile(ref, withProperties(kept, i));
        }
        assertThat(metadataFiles(ref)).hasSize(5);
        reconcile(ref, withProperties(deleted, 4));
        assertThat(metadataFiles(ref)).as("what was outdated before").hasSize(5);
        reconcile(ref, withProperties(deleted, 5));
        reconcile(ref, withProperties(deleted, 6));
        assertThat(metadataFiles(ref)).hasSize(5).contains(metadataFile(ref));
        assertThat(lake.catalog.describe(ref, call).orElseThrow().history().metadataFiles())
                .hasSize(3)
                .allSatisfy(file -> assertThat(fileExists(file.location()))
                        .as(file.location())
                        .isTrue());
    }

    private static String withProperties(String properties, int number) {
        return FIRST.replace("\"owner\"", properties + ", \"number\": \"" + number + "\", \"owner\"");
    }

    private List<Path> metadataFiles(TableRef ref) throws IOException {
        try (Stream<Path> files = Files.list(metadataFile(ref).getParent())) {
            return files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .toList();
        }
    }

    /** Case 9: a table that was renamed lies where a new one of its old name would; nothing is made on top of it. */
    @Test
    void aNewTableDoesNotLieWhereAnotherDoes() {
        TableRef ref = newTable();
        reconcile(ref, FIRST);
        TableRef renamed = lake.ref("sales", "orders_old");
        lake.writer.renameTable(ref, renamed);
        assertThatThrownWith(ErrorCode.REFUSED, () -> reconcile(ref, FIRST))
                .hasMessageContaining("sales.orders_old lies already");
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(lake.catalog.describe(renamed, call)).isPresent();
    }
}
