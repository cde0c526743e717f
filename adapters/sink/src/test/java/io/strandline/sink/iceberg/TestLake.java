package io.strandline.sink.iceberg;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.catalog.iceberg.LocalFileIO;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.SqlType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;

/** A lake in a directory: the product's catalog, and Iceberg's own client beside it, as another program. */
public final class TestLake implements AutoCloseable {
    /** An id, required, and a note. */
    public static final Schema PLAIN = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "note", Types.StringType.get()));

    /** As the product has it. */
    public final IcebergCatalog catalog;

    final JdbcCatalog other;

    private TestLake(IcebergCatalog catalog, JdbcCatalog other) {
        this.catalog = catalog;
        this.other = other;
    }

    /** The one in that directory, made if it is not there. */
    public static TestLake in(Path directory) {
        return in(directory, LocalFileIO.class.getName());
    }

    /** With files by that class. */
    static TestLake in(Path directory, String files) {
        Map<String, String> properties = Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + directory.resolve("catalog.db"),
                "warehouse",
                directory.resolve("warehouse").toUri().toString(),
                "io-impl",
                files);
        IcebergCatalog catalog = CatalogFactory.create("lake", properties);
        try (LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("sales"));
        }
        JdbcCatalog other = new JdbcCatalog(ignored -> new LocalFileIO(), null, false);
        other.initialize("lake", properties);
        return new TestLake(catalog, other);
    }

    /** A table by its whole name. */
    public static TableRef ref(String name) {
        return new TableRef("lake", List.of("sales"), name);
    }

    static TableIdentifier identifier(String name) {
        return TableIdentifier.of(Namespace.of("sales"), name);
    }

    /** A table of that format version. */
    public Table create(String name, Schema schema, PartitionSpec spec, int version) {
        return other.createTable(identifier(name), schema, spec, Map.of("format-version", String.valueOf(version)));
    }

    Table create(String name) {
        return create(name, PLAIN, PartitionSpec.unpartitioned(), 2);
    }

    /** As another program has it. */
    public Table table(String name) {
        return other.loadTable(identifier(name));
    }

    /** The rows as the lake's reader sees them, each as text, sorted. */
    List<String> rows(String name) {
        return read(catalog, name).stream().map(Arrays::deepToString).sorted().toList();
    }

    /** The rows as the lake's reader sees them. */
    public List<List<Object>> values(String name) {
        return values(catalog, name);
    }

    /** The rows of a table of that catalog. */
    static List<List<Object>> values(IcebergCatalog catalog, String name) {
        return read(catalog, name).stream().map(Arrays::asList).toList();
    }

    private static List<Object[]> read(IcebergCatalog catalog, String name) {
        SystemCall call = new SystemCall(Instant.EPOCH);
        LakeTable now = LakeTable.now(catalog.describe(ref(name), call).orElseThrow());
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < now.columns().size(); i++) {
            all.add(i);
        }
        try (Stream<Object[]> rows =
                catalog.rows().orElseThrow().read(now, new RowsWanted(all, List.of(), OptionalLong.empty()), call)) {
            return rows.toList();
        }
    }

    SinkDriver driver(String name, TableCatalog through) {
        return new IcebergConnector(new Catalogs(List.of(through))).open(spec(name));
    }

    SinkDriver driver(String name) {
        return driver(name, catalog);
    }

    static SinkSpec spec(String name) {
        return new SinkSpec(
                name,
                IcebergConnector.NAME,
                ref(name),
                Map.of(),
                WriteMode.APPEND,
                List.of(),
                RunOptions.DEFAULTS,
                RunRules.NONE,
                "catalog");
    }

    static SinkCallContext context(RunId run, WriteMode mode, String scope) {
        return new SinkCallContext(
                run,
                "test",
                mode,
                mode.isKeyed() ? List.of("id") : List.of(),
                scope,
                "tester",
                "statement",
                Instant.EPOCH,
                new RoundTrips());
    }

    /** A whole run of pages, each of rows. */
    RunId run(String name, WriteMode mode, Page... pages) {
        RunId run = RunId.random();
        SinkCallContext context = context(run, mode, null);
        try (SinkDriver driver = driver(name)) {
            if (mode == WriteMode.OVERWRITE) {
                driver.staging().orElseThrow().begin(context);
            }
            for (int i = 0; i < pages.length; i++) {
                driver.write(pages[i], RowPolicy.WHOLE_PAGE, call(context, i, null));
            }
            driver.flush(context);
            if (mode == WriteMode.OVERWRITE) {
                driver.staging().orElseThrow().commit(context);
            }
            driver.completeRun(context);
        }
        return run;
    }

    static WriteCall call(SinkCallContext context, long page, CommitStamp stamp) {
        return new WriteCall(context, page, stamp, report -> {});
    }

    static CommitStamp stamp(String scope, long token) {
        return new CommitStamp(scope, CommitToken.of(token), true);
    }

    /** Rows of {@link #PLAIN}. */
    static Page page(Object... idsAndNotes) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < idsAndNotes.length; i += 2) {
            rows.add(new Object[] {((Number) idsAndNotes[i]).longValue(), idsAndNotes[i + 1]});
        }
        return new Page(plain(), rows);
    }

    static RowSchema plain() {
        return new RowSchema(List.of(
                new RowSchema.Column("id", SqlType.bigint()),
                new RowSchema.Column("note", SqlType.text().orNull())));
    }

    static void write(SinkDriver driver, Page page, WriteCall call) {
        PageReport report = driver.write(page, RowPolicy.WHOLE_PAGE, call);
        if (report instanceof PageReport.Failed failed) {
            throw new AssertionError(failed.reason());
        }
    }

    @Override
    public void close() {
        other.close();
        catalog.close();
    }
}
