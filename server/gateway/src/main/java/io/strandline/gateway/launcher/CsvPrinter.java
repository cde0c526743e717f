package io.strandline.gateway.launcher;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** RFC 4180 with a header line, lines ended by a newline alone. */
final class CsvPrinter implements ResultFormat.Printer {
    private static final CsvMapper MAPPER = CsvMapper.csvBuilder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build();

    @Override
    public void print(ResultSet rows, PrintWriter out) throws SQLException, IOException {
        ResultSetMetaData meta = rows.getMetaData();
        int columns = meta.getColumnCount();
        String[] line = new String[columns];
        CsvSchema.Builder schema = CsvSchema.builder().setLineSeparator("\n");
        for (int i = 0; i < columns; i++) {
            line[i] = meta.getColumnLabel(i + 1);
            // labels may repeat, schema names may not: the header goes out as a line like any other
            schema.addColumn("c" + i);
        }
        try (SequenceWriter csv =
                MAPPER.writerFor(String[].class).with(schema.build()).writeValues(out)) {
            csv.write(line);
            while (rows.next()) {
                for (int i = 0; i < columns; i++) {
                    line[i] = rows.getString(i + 1);
                }
                csv.write(line);
            }
        }
    }
}
