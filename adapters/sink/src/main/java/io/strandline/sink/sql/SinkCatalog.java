package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkReader;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.Sinks;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sink outside of the lake as a JDBC catalog of one table: {@code sink_<id>.<schema>.<table>}, to write and to read. */
final class SinkCatalog implements SqlCatalog {
    private final SinkSpec spec;
    private final Sinks sinks;
    private final SinkWriters writers;
    private final SinkReader reader;

    SinkCatalog(SinkSpec spec, Sinks sinks, SinkWriters writers, SinkReader reader) {
        this.spec = spec;
        this.sinks = sinks;
        this.writers = writers;
        this.reader = reader;
    }

    /** A row, as far as it was asked for: of each column its place among the values, or one below zero. */
    private static final class Row {
        private final @Nullable Object[] values;
        private final int[] places;

        Row(@Nullable Object[] values, int[] places) {
            this.values = values;
            this.places = places;
        }

        @Nullable
        Object value(int column) {
            return values[places[column]];
        }
    }

    @Override
    public String name() {
        return spec.table().catalog();
    }

    private String schema() {
        return spec.table().namespaceText();
    }

    @Override
    public Optional<Found> find(String schema, String table, @Nullable AsOf asOf, CallContext call) {
        boolean meant = schema.equals(schema()) && table.equals(spec.table().name());
        // a plan asks again after the sink was dropped, or declared otherwise
        if (!meant || sinks.byId(spec.id(), call).filter(spec::equals).isEmpty()) {
            return Optional.empty();
        }
        if (asOf != null) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED, spec.table() + " is no table of the lake, and only read as it is now.");
        }
        return columns(call).map(columns -> new Found(table(columns), columns));
    }

    private Optional<RowSchema> columns(CallContext call) {
        try (SinkDriver driver = sinks.connector(spec).open(spec)) {
            return driver.currentSchema(SinkLooks.context(spec, call));
        }
    }

    private VirtualTable<Row> table(RowSchema schema) {
        Columns<Row> columns = Columns.none();
        int place = 0;
        for (RowSchema.Column column : schema.columns()) {
            int at = place++;
            columns = columns.column(column.name(), column.type(), row -> row.value(at), "");
        }
        return VirtualTable.<Row>named(spec.table().name(), remarks())
                .data()
                .columns(columns)
                .pushes(schema.names().toArray(String[]::new))
                .writes(writers.of(spec.table(), columns.list()))
                .rows((wanted, call) -> rows(schema, wanted, call));
    }

    private Stream<Row> rows(RowSchema schema, Wanted wanted, CallContext call) {
        if (!call.caller().grants().catalog(name())) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + name() + " that user \"" + call.caller().user()
                            + "\" may look at. SHOW CATALOGS lists those.");
        }
        int[] places = new int[schema.size()];
        Arrays.fill(places, -1);
        List<RowSchema.Column> read = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            if (wanted.wants(schema.columns().get(i).name())) {
                places[i] = read.size();
                read.add(schema.columns().get(i));
            }
        }
        return reader.read(read, wanted.conditions(), call).map(values -> new Row(values, places));
    }

    private String remarks() {
        return "The destination of sink " + spec.id() + ".";
    }

    @Override
    public boolean hasSchema(String schema, CallContext call) {
        return schema.equals(schema());
    }

    @Override
    public Stream<String> schemas(CallContext call) {
        return Stream.of(schema());
    }

    @Override
    public List<String> namesLike(String schema, String table, CallContext call) {
        return schema.equals(schema()) ? List.of(spec.table().name()) : List.of();
    }

    @Override
    public Stream<Listed> tables(Wanted wanted, CallContext call) {
        return Stream.of(new Listed(schema(), spec.table().name(), false, remarks()));
    }

    @Override
    public Stream<Described> described(Wanted wanted, CallContext call) {
        try {
            return columns(call).stream()
                    .map(schema -> new Described(
                            new Listed(schema(), spec.table().name(), false, remarks()),
                            List.<Column<?>>copyOf(table(schema).columns())));
        } catch (StrandlineException e) {
            call.warn("what " + spec.table() + " is made of is not shown: " + StrandlineException.describe(e));
            return Stream.empty();
        }
    }
}
