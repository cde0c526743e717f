package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * One commit to a JDBC catalog: the new metadata file, then the row that names it, if it still names the old one. The file is
 * removed again only where the database said that it does not name it (CAT-18).
 */
record JdbcCommit(CatalogConfig config, JdbcTables tables, JdbcChanges changes, FileIO io) {
    private static final Pattern NUMBERED = Pattern.compile("(?:^|/)(\\d{1,9})-[^/]*$");

    Callable<Boolean> create(TableRef ref, Optional<JdbcTables.Row> row, TargetTable target) throws SQLException {
        Commits.requireAbsent(ref, row);
        TargetMetadata.Creation parts = Commits.created(ref, target);
        String location = Objects.requireNonNullElseGet(target.location(), () -> LakePlaces.of(config, ref));
        requireFree(ref, location);
        Map<String, String> properties = new HashMap<>(target.setProperties());
        if (target.formatVersion() != null) {
            properties.put(TableProperties.FORMAT_VERSION, String.valueOf(target.formatVersion()));
        }
        TableMetadata created =
                TableMetadata.newTableMetadata(parts.schema(), parts.spec(), parts.order(), location, properties);
        String file = fileOf(created, null);
        return () -> {
            write(created, file);
            try {
                return changes.once("creation", ref, connection -> {
                    tables.insert(connection, ref, file);
                    return true;
                });
            } catch (SQLException e) {
                MetadataEdit.deleteQuietly(io, file);
                throw isTaken(e) ? Commits.changedMeanwhile(ref, e) : e;
            }
        };
    }

    /** Case 9: a table that was renamed may lie where a new one of its old name would. */
    private void requireFree(TableRef ref, String location) throws SQLException {
        Optional<String> holder;
        try (var connection = changes.connections().getConnection()) {
            if (!tables.namespaces(connection).containsKey(ref.namespace())) {
                throw Commits.noNamespace(ref);
            }
            holder = tables.ofPlace(connection, location);
        }
        if (holder.isPresent()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + " would lie at " + location + ", where table " + SqlNames.quoteIfNeeded(config.name()) + "."
                            + holder.orElseThrow() + " lies already. Give it another location.");
        }
    }

    Callable<Boolean> change(
            TableRef ref, Optional<JdbcTables.Row> row, @Nullable TableState planned, MetadataEdit edit) {
        String now = row.filter(found -> found.type() == TableType.TABLE)
                .map(JdbcTables.Row::metadataLocation)
                .orElse(null);
        if (now == null) {
            throw Commits.absent(ref, planned, null);
        }
        if (planned != null) {
            Commits.requireAsPlanned(ref, planned, planned.uuid(), now);
        }
        TableMetadata base = TableMetadataParser.read(io, now);
        MetadataEdit.Edited edited = edit.of(base, io, PlaintextEncryptionManager.instance());
        if (edited.metadata() == base) {
            return () -> false;
        }
        String file = fileOf(edited.metadata(), now);
        return () -> {
            boolean swapped;
            try {
                write(edited.metadata(), file);
                swapped = changes.once("change", ref, connection -> tables.swap(connection, ref, now, file));
            } catch (SQLException e) {
                takeBack(edited, file);
                throw e;
            }
            if (!swapped) {
                takeBack(edited, file);
                throw Commits.changedMeanwhile(ref, null);
            }
            deleteOutdated(base, edited.metadata());
            return true;
        };
    }

    /**
     * Deletes metadata files that the table does not name any more, if its {@code write.metadata.delete-after-commit.enabled}
     * says so. The commit is made whatever becomes of that.
     */
    private void deleteOutdated(TableMetadata base, TableMetadata committed) {
        try {
            CatalogUtil.deleteRemovedMetadataFiles(io, base, committed);
        } catch (RuntimeException e) {
            // left, and an orphan
        }
    }

    private void takeBack(MetadataEdit.Edited edited, String file) {
        MetadataEdit.deleteQuietly(io, file);
        edited.takeBack(io);
    }

    private void write(TableMetadata metadata, String file) {
        TableMetadataParser.write(metadata, io.newOutputFile(file));
    }

    /** As Iceberg's own client names metadata files: a number that rises, and a name nobody else gives. */
    private static String fileOf(TableMetadata metadata, @Nullable String before) {
        String codec =
                metadata.property(TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
        Matcher number = NUMBERED.matcher(before == null ? "" : before);
        int version = number.find() ? Integer.parseInt(number.group(1)) + 1 : 0;
        return String.format(
                Locale.ROOT,
                "%s/%05d-%s%s",
                StagedOperations.directory(metadata),
                version,
                UUID.randomUUID(),
                TableMetadataParser.getFileExtension(codec));
    }

    /** Whether the row is there already: 23 is SQL's class for that, SQLite tells it by its own code only. */
    static boolean isTaken(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("23")
                || (e instanceof org.sqlite.SQLiteException sqlite && (sqlite.getResultCode().code & 0xff) == 19);
    }
}
