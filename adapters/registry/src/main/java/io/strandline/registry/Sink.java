package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who writes a table, and how its snapshots tell (CAT-10).
 *
 * @param id stable text, unique among all sinks; what its snapshots carry as {@link #SUMMARY_KEY}
 * @param table the table it writes, by the name it had when the sink was registered
 * @param tableUuid null for a format that has none
 * @param engine what its snapshots name as their engine; null if it is not told by that
 * @param application what its snapshots name as their application; null if it is not told by that
 */
public record Sink(
        String id,
        TableRef table,
        @Nullable String tableUuid,
        @Nullable String engine,
        @Nullable String application,
        String description,
        String registeredBy,
        Instant registeredAt) {
    /** Key of a snapshot's summary under which a sink of ours names itself. */
    public static final String SUMMARY_KEY = "strandline.sink-id";

    /** Characters of an id, an engine or an application: such a text fits an index of every database. */
    public static final int MOST_CHARACTERS = 400;

    public Sink {
        requireNonNull(id, "id");
        requireNonNull(table, "table");
        requireNonNull(description, "description");
        requireNonNull(registeredBy, "registeredBy");
        requireNonNull(registeredAt, "registeredAt");
    }

    /** The id of a sink that was given none: its engine, application or table, and which table it is. */
    public static String idOf(
            TableRef table, @Nullable String tableUuid, @Nullable String engine, @Nullable String application) {
        String who = Stream.of(engine, application)
                .flatMap(Stream::ofNullable)
                .reduce((one, other) -> one + "/" + other)
                .orElse(table.name());
        return who + "-" + Optional.ofNullable(tableUuid).orElseGet(table::toString);
    }

    /** Whether a text can be an id, an engine or an application. */
    public static boolean isName(String text) {
        return !text.isBlank()
                && text.codePointCount(0, text.length()) <= MOST_CHARACTERS
                && text.chars().noneMatch(Character::isISOControl);
    }

    /** Whether it is a sink of the table that has this UUID now; where one of the two is not known, the name decides. */
    public boolean isOf(@Nullable String uuid) {
        return tableUuid == null || uuid == null || tableUuid.equals(uuid);
    }
}
