package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.NativeLoadGroup;
import io.strandline.sink.PageReport;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * CSV that the database parses itself (SNK-22): RFC 4180 in UTF-8, with a first line that names the columns; an empty field is
 * NULL, and {@code ""} an empty text.
 */
final class CsvLoad implements NativeLoadGroup {
    static final NativeLoad FORMAT = new NativeLoad("csv", Set.of(WriteMode.APPEND, WriteMode.OVERWRITE));

    private final Destination destination;
    private final PageWriter writer;

    CsvLoad(Destination destination, PageWriter writer) {
        this.destination = destination;
        this.writer = writer;
    }

    @Override
    public PageReport load(String format, InputStream bytes, WriteCall call) {
        List<String> columns = columns(bytes);
        requireThere(columns, call);
        return writer.write(call, columns, connection -> {
            try {
                return PageReport.accepted(writer.rows().load(columns, bytes, call.context()));
            } catch (SQLException e) {
                if (!DatabaseErrors.isOfRow(e)) {
                    throw e;
                }
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        destination.shown() + " does not take the CSV: " + DatabaseErrors.message(e)
                                + DatabaseErrors.place(e) + ". Nothing of it is written; correct it and load it again.",
                        e);
            }
        });
    }

    private static List<String> columns(InputStream bytes) {
        try {
            return CsvHeader.read(bytes);
        } catch (IOException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "the CSV could not be read: " + StrandlineException.describe(e), e);
        }
    }

    private void requireThere(List<String> columns, WriteCall call) {
        List<String> written = destination.ask(
                call.context(), "show its columns", () -> destination.table().written());
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!written.contains(column)) {
                throw new StrandlineException(
                        ErrorCode.NO_SUCH_COLUMN,
                        destination.shown() + " has no column \"" + Text.cut(column, 100)
                                + "\" that can be written, which the first line of the CSV names"
                                + Text.didYouMean(column, written));
            }
            if (!seen.add(column)) {
                throw new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "the first line of the CSV names column " + column + " twice. Name it once.");
            }
        }
    }
}
