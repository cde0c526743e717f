package io.strandline.jdbc.internal.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;

/** A whole HTTP answer: its status, its body, which may be empty, and what the gateway's headers say. Immutable. */
final class HttpAnswer {
    private static final String WARNING = "Strandline-Warning";
    private static final String BATCH_DONE = "Strandline-Batch-Done";

    private final int status;
    private final byte[] body;
    private final List<String> warnings;
    private final int batchDone;

    HttpAnswer(ClassicHttpResponse response, byte[] body) {
        this.status = response.getCode();
        this.body = body;
        List<String> said = new ArrayList<>();
        for (Header header : response.getHeaders(WARNING)) {
            said.add(decoded(header.getValue()));
        }
        this.warnings = Collections.unmodifiableList(said);
        this.batchDone = number(response.getFirstHeader(BATCH_DONE));
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    List<String> warnings() {
        return warnings;
    }

    int batchDone() {
        return batchDone;
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return value;
        }
    }

    private static int number(@Nullable Header header) {
        try {
            return header == null ? Call.NOT_SAID : Integer.parseInt(header.getValue());
        } catch (NumberFormatException notANumber) {
            return Call.NOT_SAID;
        }
    }
}
