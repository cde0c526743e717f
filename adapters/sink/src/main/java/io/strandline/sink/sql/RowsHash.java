package io.strandline.sink.sql;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A hash of rows whatever their order: the sum of each one's SHA-256, so that a row more or twice is seen too. */
final class RowsHash {
    private final MessageDigest digest;
    private long rows;
    private long high;
    private long low;

    RowsHash() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What was added. */
    record Sum(long rows, long high, long low) {
        String hex() {
            return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
        }
    }

    long rows() {
        return rows;
    }

    Sum sum() {
        return new Sum(rows, high, low);
    }

    void add(@Nullable Object[] row) {
        for (Object value : row) {
            add(value);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        high += hash.getLong();
        low += hash.getLong();
        rows++;
    }

    /** Each value with its kind and length, so that no two rows are written alike; numbers by what they are worth. */
    private void add(@Nullable Object value) {
        if (value == null) {
            digest.update((byte) 0);
        } else if (value instanceof byte[] bytes) {
            bytes((byte) 'b', bytes);
        } else if (value instanceof Number number) {
            text((byte) 'n', canonical(number));
        } else if (value instanceof List<?> list) {
            text((byte) 'l', Integer.toString(list.size()));
            list.forEach(this::add);
        } else if (value instanceof Map<?, ?> map) {
            RowsHash entries = new RowsHash();
            map.forEach((key, each) -> entries.add(new @Nullable Object[] {key, each}));
            text((byte) 'm', entries.rows() + entries.sum().hex());
        } else {
            text((byte) 't', value.toString());
        }
    }

    private static String canonical(Number number) {
        if (number instanceof Double || number instanceof Float) {
            double value = number.doubleValue();
            return Double.isFinite(value) ? canonical(new BigDecimal(number.toString())) : number.toString();
        }
        return canonical(new BigDecimal(number.toString()));
    }

    private static String canonical(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private void text(byte kind, String text) {
        bytes(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private void bytes(byte kind, byte[] bytes) {
        digest.update(kind);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }
}
