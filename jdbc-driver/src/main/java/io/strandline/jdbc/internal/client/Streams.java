package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads streams given as parameters; a value travels whole. Stateless. */
final class Streams {
    /** Says that the whole stream is the value. */
    static final long WHOLE = -1;

    private Streams() {}

    static byte @Nullable [] bytes(@Nullable InputStream stream, long length) throws SQLException {
        if (stream == null) {
            return null;
        }
        try {
            return length == WHOLE ? stream.readAllBytes() : stream.readNBytes(size(length));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    static @Nullable String text(@Nullable InputStream stream, long length, Charset charset) throws SQLException {
        byte[] bytes = bytes(stream, length);
        return bytes == null ? null : new String(bytes, charset);
    }

    static @Nullable String text(@Nullable Reader reader, long length) throws SQLException {
        if (reader == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[8192];
        long left = length == WHOLE ? Long.MAX_VALUE : size(length);
        try {
            for (int n; left > 0 && (n = reader.read(buffer, 0, (int) Math.min(buffer.length, left))) >= 0; left -= n) {
                text.append(buffer, 0, n);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return text.toString();
    }

    static byte @Nullable [] bytes(@Nullable Blob blob) throws SQLException {
        return blob == null ? null : blob.getBytes(1, size(blob.length()));
    }

    static @Nullable String text(@Nullable Clob clob) throws SQLException {
        return clob == null ? null : clob.getSubString(1, size(clob.length()));
    }

    private static int size(long length) throws SQLException {
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "a length of " + length + " is not possible for a parameter");
        }
        return (int) length;
    }

    private static SQLException unreadable(IOException e) {
        return SqlErrors.of(SqlState.BAD_ARGUMENT, "the stream given as a parameter cannot be read", e);
    }
}
