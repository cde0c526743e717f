package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.Sinks;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.Queries;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Compares what is in a destination with what its source gives: by count, and by a hash of all rows (SNK-15). */
final class VerifyProcedure {
    private static final int ROWS_BETWEEN_PROGRESS = 1_000;

    private final SinkWriters writers;
    private final Sinks sinks;
    private final Queries queries;

    VerifyProcedure(SinkWriters writers, Sinks sinks, Queries queries) {
        this.writers = writers;
        this.sinks = sinks;
        this.queries = queries;
    }

    /** What both sides hold. */
    private record Verified(SinkSpec sink, RowsHash.Sum source, RowsHash.Sum destination) {
        boolean same() {
            return source.equals(destination);
        }
    }

    Procedure<Verified> procedure() {
        return Procedure.named(
                        "verify_sink",
                        "Compares a sink's destination with a query of its source, in the columns that the query names: by count"
                                + " and by a hash of the rows, whatever their order. Times are compared in milliseconds.")
                .role(Role.OPERATOR)
                .parameter("sink", text(), "Id of the sink, or the table it writes.")
                .parameter("source", text(), "A SELECT whose rows should be those of the destination.")
                .returns(Columns.<Verified>none()
                        .column(RunColumns.SINK, text(), row -> row.sink().id(), "The sink.")
                        .column("same", bool(), Verified::same, "Whether both hold the same rows.")
                        .column("source_rows", bigint(), row -> row.source().rows(), "Rows that the query gives.")
                        .column(
                                "destination_rows",
                                bigint(),
                                row -> row.destination().rows(),
                                "Rows of the destination.")
                        .column("source_hash", text(), row -> row.source().hex(), "Hash of the query's rows.")
                        .column(
                                "destination_hash",
                                text(),
                                row -> row.destination().hex(),
                                "Hash of the destination's."))
                .does((arguments, call) ->
                        Stream.of(verify(writers.named(arguments.text("sink"), call), arguments.text("source"), call)));
    }

    private Verified verify(SinkSpec spec, String source, CallContext call) {
        String readBack = readBack(spec);
        List<String> columns;
        RowsHash.Sum ofSource;
        try (Queries.Result asked = queries.ask(source, call)) {
            columns = asked.columns();
            ofSource = sum(asked, call);
        }
        String same = "SELECT "
                + String.join(
                        ", ", columns.stream().map(SqlNames::quoteIfNeeded).toList()) + " FROM (" + readBack + ")";
        try (Queries.Result asked = queries.ask(same, call)) {
            return new Verified(spec, ofSource, sum(asked, call));
        }
    }

    /** What the driver says; of a sink that is read here as a catalog of its own, that. */
    private String readBack(SinkSpec spec) {
        try (SinkDriver driver = sinks.connector(spec).open(spec)) {
            return driver.readBack()
                    .or(() -> sinks.connector(spec).reader(spec).map(any -> "SELECT * FROM " + spec.table()))
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.NOT_SUPPORTED,
                            "sink " + spec.id() + " cannot be read back here. Compare it where it can be read."));
        }
    }

    private static RowsHash.Sum sum(Queries.Result asked, CallContext call) {
        RowsHash hash = new RowsHash();
        asked.rows().forEachRemaining(row -> {
            hash.add(row);
            if (hash.rows() % ROWS_BETWEEN_PROGRESS == 0) {
                call.progress(hash.rows(), OptionalLong.empty(), "rows");
            }
        });
        return hash.sum();
    }
}
