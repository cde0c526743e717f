package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a column's value becomes a partition's or a sort's.
 *
 * @param name {@code identity}, {@code bucket}, {@code truncate}, {@code year}, {@code month}, {@code day}, {@code hour}
 * @param width number of buckets, or length kept; 0 for the others
 */
public record PartitionTransform(String name, int width) {
    /** The value itself. */
    public static final PartitionTransform IDENTITY = new PartitionTransform("identity", 0);

    private static final Set<String> WITH_WIDTH = Set.of("bucket", "truncate");
    private static final Set<String> OF_TIME = Set.of("year", "month", "day", "hour");
    private static final Set<String> ZONED_OR_NOT =
            Set.of("timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns");
    private static final Set<String> WITH_DAYS =
            Set.of("date", "timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns");
    private static final Pattern WRITTEN = Pattern.compile("([a-z]+)\\s*(?:[\\[(]\\s*(\\d{1,9})\\s*[\\])])?");

    /** Types each transform takes (Iceberg's specification, "Partition Transforms"). */
    private static final Map<String, Set<String>> TAKES = Map.of(
            "bucket",
                    Set.of(
                            "int",
                            "long",
                            "decimal",
                            "date",
                            "time",
                            "timestamp",
                            "timestamptz",
                            "timestamp_ns",
                            "timestamptz_ns",
                            "string",
                            "uuid",
                            "fixed",
                            "binary"),
            "truncate", Set.of("int", "long", "decimal", "string", "binary"),
            "year", WITH_DAYS,
            "month", WITH_DAYS,
            "day", WITH_DAYS,
            "hour", ZONED_OR_NOT);

    /** Part of a default name after the column's. */
    private static final Map<String, String> SUFFIXES = Map.of("bucket", "_bucket", "truncate", "_trunc");

    /**
     * Reads {@code day} or {@code bucket[16]}.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} if there is no such transform
     */
    static PartitionTransform parse(String text) {
        Matcher matcher = WRITTEN.matcher(Text.lower(text.strip()));
        if (matcher.matches()) {
            String name = matcher.group(1);
            boolean wide = matcher.group(2) != null;
            int width = wide ? Integer.parseInt(matcher.group(2)) : 0;
            if (WITH_WIDTH.contains(name) ? width > 0 : !wide && (OF_TIME.contains(name) || name.equals("identity"))) {
                return new PartitionTransform(name, width);
            }
        }
        throw new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "there is no transform \"" + Text.cut(text, 60)
                        + "\". Write identity, bucket[16], truncate[4], year, month, day or hour.");
    }

    /** As it is written: {@code bucket[16]}. */
    public String text() {
        return width == 0 ? name : name + "[" + width + "]";
    }

    /** Whether a column of that type can be transformed so. */
    boolean takes(FieldType type) {
        if (!(type instanceof Primitive primitive)) {
            return false;
        }
        return name.equals("identity")
                ? !Set.of("variant", "unknown").contains(primitive.name())
                        && !primitive.name().startsWith("geo")
                : TAKES.getOrDefault(name, Set.of()).contains(primitive.name());
    }

    /** Whether it cuts time into pieces: a column takes one such transform. */
    boolean isOfTime() {
        return OF_TIME.contains(name);
    }

    /** What a partition field is called that nobody named. */
    String defaultName(String column) {
        return name.equals("identity") ? column : column + SUFFIXES.getOrDefault(name, "_" + name);
    }

    /**
     * Whether a value gives the same partition value after its column was promoted (CAT-7). Of the promotions there are, only
     * a date that becomes a timestamp is stored otherwise; what cuts it into years, months or days gives the same.
     *
     * @param transform as observed
     */
    static boolean survives(String transform, Primitive from) {
        return !from.name().equals("date")
                || Set.of("year", "month", "day", "void").contains(transform);
    }
}
