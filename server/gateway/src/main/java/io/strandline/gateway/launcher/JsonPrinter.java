package io.strandline.gateway.launcher;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * One object a line: numbers and booleans as such, everything else as text.
 *
 * @param atOnce whether each line is handed on before the next row is asked for
 */
record JsonPrinter(boolean atOnce) implements ResultFormat.Printer {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().build().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    @Override
    public void print(ResultSet rows, PrintWriter out) throws SQLException, IOException {
        ResultSetMetaData meta = rows.getMetaData();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.setPrettyPrinter(new MinimalPrettyPrinter(""));
            while (rows.next()) {
                json.writeStartObject();
                for (int i = 1; i <= meta.getColumnCount(); i++) {
                    json.writeFieldName(meta.getColumnLabel(i));
                    write(json, rows.getObject(i), rows, i, meta.getColumnType(i));
                }
                json.writeEndObject();
                json.writeRaw('\n');
                if (atOnce) {
                    json.flush();
                    if (out.checkError()) {
                        return; // whoever read has gone
                    }
                }
            }
        }
    }

    private static void write(JsonGenerator json, @Nullable Object value, ResultSet rows, int column, int type)
            throws SQLException, IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Number number
                && type != Types.DOUBLE
                && type != Types.FLOAT
                && type != Types.REAL) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeString(rows.getString(column));
        }
    }
}
