package io.strandline.sink;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.ArrowBuf;

/** Whether bytes are text. Used by one thread. */
public final class Utf8 {
    /** Why bytes are a fault that are none. */
    public static final String REASON = "its bytes are not text in UTF-8";

    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer decoded = CharBuffer.allocate(1_024);

    /** Whether they are, as a whole. */
    public boolean isText(byte[] bytes) {
        int at = 0;
        while (at < bytes.length && bytes[at] >= 0) {
            at++;
        }
        if (at == bytes.length) {
            return true;
        }
        ByteBuffer left = ByteBuffer.wrap(bytes, at, bytes.length - at);
        decoder.reset();
        CoderResult result;
        do {
            decoded.clear();
            result = decoder.decode(left, decoded, true);
        } while (result.isOverflow());
        return !result.isError();
    }

    /** Whether a part of a buffer has ASCII only, which is text wherever it is cut. */
    public static boolean isAscii(ArrowBuf buffer, long begin, long end) {
        long at = begin;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            if ((buffer.getLong(at) & NOT_ASCII) != 0) {
                return false;
            }
        }
        for (; at < end; at++) {
            if (buffer.getByte(at) < 0) {
                return false;
            }
        }
        return true;
    }
}
