package io.strandline.sqlkit;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, bound and checked against the parameters: every parameter has a value, perhaps NULL. */
public final class Arguments {
    private final Map<String, @Nullable Object> values;
    private final Set<String> given;

    /**
     * Bound arguments.
     *
     * @param values a value of its type's Java class, or null, for each parameter
     * @param given names of the parameters the call named or filled
     */
    public Arguments(Map<String, ? extends @Nullable Object> values, Set<String> given) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        this.given = Set.copyOf(given);
    }

    /** Whether the call gave it, NULL included. */
    public boolean isGiven(String name) {
        return given.contains(name);
    }

    /** The value, null for NULL. */
    public @Nullable Object value(String name) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("no parameter " + name);
        }
        return values.get(name);
    }

    /** Text that is not NULL. */
    public String text(String name) {
        return require(name, String.class);
    }

    /** Text or NULL. */
    public Optional<String> optionalText(String name) {
        return Optional.ofNullable((String) value(name));
    }

    /** A boolean that is not NULL. */
    public boolean bool(String name) {
        return require(name, Boolean.class);
    }

    /** A BIGINT that is not NULL. */
    public long bigint(String name) {
        return require(name, Long.class);
    }

    /** A BIGINT or NULL. */
    public Optional<Long> optionalBigint(String name) {
        return Optional.ofNullable((Long) value(name));
    }

    /** An INTEGER or NULL. */
    public Optional<Integer> optionalInteger(String name) {
        return Optional.ofNullable((Integer) value(name));
    }

    /** A TIMESTAMP that is not NULL. */
    public Instant timestamp(String name) {
        return require(name, Instant.class);
    }

    /** A TIMESTAMP or NULL. */
    public Optional<Instant> optionalTimestamp(String name) {
        return Optional.ofNullable((Instant) value(name));
    }

    /** An ARRAY of BIGINT; empty for NULL. */
    public List<Long> bigints(String name) {
        List<?> values = (List<?>) value(name);
        return values == null
                ? List.of()
                : values.stream().map(Long.class::cast).toList();
    }

    private <T> T require(String name, Class<T> type) {
        Object value = value(name);
        if (value == null) {
            throw new IllegalArgumentException("parameter " + name + " is NULL but its type does not allow it");
        }
        return type.cast(value);
    }

    /** By name, in the parameters' order; null for NULL. */
    public Map<String, @Nullable Object> asMap() {
        return values;
    }

    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
