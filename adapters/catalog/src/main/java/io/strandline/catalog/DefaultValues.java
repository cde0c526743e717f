package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Default values of columns as text, each written in one way: ISO for times, hexadecimal for bytes. */
public final class DefaultValues {
    private static final Map<String, BiFunction<Primitive, String, String>> WRITERS = Map.ofEntries(
            Map.entry("boolean", (type, text) -> bool(text)),
            Map.entry("int", (type, text) -> String.valueOf(Integer.parseInt(text))),
            Map.entry("long", (type, text) -> String.valueOf(Long.parseLong(text))),
            Map.entry("float", (type, text) -> String.valueOf(Float.parseFloat(text))),
            Map.entry("double", (type, text) -> String.valueOf(Double.parseDouble(text))),
            Map.entry("decimal", DefaultValues::decimal),
            Map.entry("string", (type, text) -> text),
            Map.entry("date", (type, text) -> LocalDate.parse(text).toString()),
            Map.entry("time", (type, text) -> LocalTime.parse(text).toString()),
            Map.entry("timestamp", (type, text) -> LocalDateTime.parse(text).toString()),
            Map.entry("timestamp_ns", (type, text) -> LocalDateTime.parse(text).toString()),
            Map.entry("timestamptz", (type, text) -> zoned(text)),
            Map.entry("timestamptz_ns", (type, text) -> zoned(text)),
            Map.entry("uuid", (type, text) -> UUID.fromString(text).toString()),
            Map.entry("fixed", (type, text) -> bytes(text)),
            Map.entry("binary", (type, text) -> bytes(text)));

    private DefaultValues() {}

    /**
     * The value as it is written here.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} if the type has no such value
     */
    static String canonical(FieldType type, String text) {
        if (!(type instanceof Primitive primitive) || !WRITERS.containsKey(primitive.name())) {
            throw wrong(type, text, "a column of this type takes no default");
        }
        try {
            return WRITERS.get(primitive.name()).apply(primitive, text);
        } catch (RuntimeException e) {
            throw wrong(type, text, "it is no value of that type");
        }
    }

    /** Whether a wanted default is the one there is. */
    static boolean same(FieldType type, String wanted, @Nullable String live) {
        try {
            return live != null && canonical(type, wanted).equals(canonical(type, live));
        } catch (StrandlineException e) {
            return false;
        }
    }

    private static String bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private static String decimal(Primitive type, String text) {
        BigDecimal value = new BigDecimal(text).setScale(type.parameters().get(1), RoundingMode.UNNECESSARY);
        if (value.precision() > type.parameters().get(0)) {
            throw new ArithmeticException("too many digits");
        }
        return value.toPlainString();
    }

    private static String zoned(String text) {
        return OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime() + "+00:00";
    }

    private static String bytes(String text) {
        return HexFormat.of().withUpperCase().formatHex(HexFormat.of().parseHex(text));
    }

    private static StrandlineException wrong(FieldType type, String text, String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "default \"" + Text.cut(text, 60) + "\" of type " + type.text() + ": " + what
                        + ". Write numbers plainly, times as ISO 8601 does, bytes in hexadecimal, or leave it out.");
    }
}
