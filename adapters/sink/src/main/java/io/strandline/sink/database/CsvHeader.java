package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The first line of a CSV (RFC 4180), which names its columns. */
final class CsvHeader {
    private static final int MOST_BYTES = 1 << 20;
    private static final String MARK = "\uFEFF";

    private CsvHeader() {}

    /** Reads to the end of the first line and not beyond it. */
    static List<String> read(InputStream bytes) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean quoted = false;
        for (int next = bytes.read(); next >= 0 && (quoted || next != '\n'); next = bytes.read()) {
            quoted ^= next == '"';
            line.write(next);
            if (line.size() > MOST_BYTES) {
                throw wrong("is longer than " + MOST_BYTES + " bytes");
            }
        }
        String text = line.toString(StandardCharsets.UTF_8);
        if (text.startsWith(MARK)) {
            text = text.substring(MARK.length());
        }
        if (text.endsWith("\r")) {
            text = text.substring(0, text.length() - 1);
        }
        if (quoted || text.isEmpty()) {
            throw wrong(quoted ? "has a quote that does not end" : "is empty");
        }
        return names(text);
    }

    private static List<String> names(String line) {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"' && quoted && at + 1 < line.length() && line.charAt(at + 1) == '"') {
                name.append(c);
                at++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                names.add(name.toString());
                name.setLength(0);
            } else {
                name.append(c);
            }
        }
        names.add(name.toString());
        return names;
    }

    private static StrandlineException wrong(String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "the first line of the CSV, which has to name its columns, " + what + ". Nothing was written.");
    }
}
