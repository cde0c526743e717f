package io.strandline.gateway.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.binary;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.date;
import static io.strandline.sqlkit.SqlType.decimal;
import static io.strandline.sqlkit.SqlType.float64;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A module with a column of every type, which notes what is asked of it. */
public final class Planets implements SqlModule {
    public record Planet(
            long id,
            String name,
            @Nullable Boolean rings,
            int moons,
            double gravity,
            @Nullable BigDecimal mass,
            Instant seenAt,
            @Nullable LocalDate found,
            List<@Nullable String> tags) {}

    static final List<Planet> ALL = List.of(
            planet(1, "mercury", false, 0, "2026-01-01T00:00:00Z"),
            planet(2, "venus", null, 0, "2026-03-29T01:30:00Z"),
            planet(3, "earth", false, 1, "2026-06-01T12:00:00.5Z"),
            planet(4, "mars 表é😀", true, 2, "2026-12-31T23:59:59.999Z"));

    public final List<Wanted> asked = new ArrayList<>();
    public final AtomicInteger read = new AtomicInteger();
    public final AtomicInteger closed = new AtomicInteger();

    private static Planet planet(long id, String name, @Nullable Boolean rings, int moons, String seenAt) {
        return new Planet(
                id,
                name,
                rings,
                moons,
                id / 2.0,
                id == 2 ? null : new BigDecimal("1234567890123456789012345678.0123456789").add(BigDecimal.valueOf(id)),
                Instant.parse(seenAt),
                id == 1 ? null : LocalDate.of(1960, 2, (int) id),
                Arrays.asList(name, null));
    }

    @Override
    public String schema() {
        return "space";
    }

    @Override
    public String remarks() {
        return "Planets, for tests.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(
                planets("planets", true, false),
                planets("sorted_planets", true, true),
                planets("plain_planets", false, false),
                numbers(),
                secrets());
    }

    private VirtualTable<Planet> planets(String name, boolean pushes, boolean sorts) {
        VirtualTable.Builder<Planet> table = VirtualTable.<Planet>named(name, "Planets.")
                .column("id", bigint(), Planet::id, "Number.")
                .column("name", text(), Planet::name, "Name.")
                .column("rings", bool().orNull(), Planet::rings, "Whether it has rings.")
                .column("moons", integer(), Planet::moons, "How many moons.")
                .column("gravity", float64(), Planet::gravity, "Gravity.")
                .column("mass", decimal(38, 10).orNull(), Planet::mass, "Mass.")
                .column("seen_at", timestamp(), Planet::seenAt, "When it was seen.")
                .column("found", date().orNull(), Planet::found, "When it was found.")
                .column("code", binary(), p -> p.name().getBytes(StandardCharsets.UTF_8), "Bytes.")
                .column("tags", arrayOf(text().orNull()), Planet::tags, "Tags.")
                .key("id");
        if (pushes) {
            table.pushes("name").pushesComparisons("id", "rings", "moons", "mass", "seen_at", "found");
        }
        if (sorts) {
            table.sorts();
        }
        return table.rows((wanted, call) -> {
            asked.add(wanted);
            Stream<Planet> rows = ALL.stream();
            if (sorts && !wanted.sort().isEmpty()) {
                rows = rows.sorted((a, b) -> wanted.sort().get(0).descending()
                        ? Long.compare(b.id(), a.id())
                        : Long.compare(a.id(), b.id()));
            }
            return rows.peek(p -> read.incrementAndGet()).onClose(closed::incrementAndGet);
        });
    }

    private VirtualTable<Long> numbers() {
        return VirtualTable.<Long>named("numbers", "Numbers without end.")
                .column("n", bigint(), n -> n, "The number.")
                .rows((wanted, call) -> LongStream.iterate(0, n -> n + 1)
                        .boxed()
                        .peek(n -> read.incrementAndGet())
                        .onClose(closed::incrementAndGet));
    }

    private VirtualTable<String> secrets() {
        return VirtualTable.<String>named("secrets", "For operators.")
                .role(Role.OPERATOR)
                .column("owner", text(), owner -> owner, "Whose.")
                .rows((wanted, call) -> Stream.of("ann", "bob").filter(call.caller()::maySeeRowsOf));
    }

    /** Open once a call of dock is inside; opened to let it go on. */
    public final CountDownLatch inside = new CountDownLatch(1);

    public final CountDownLatch goOn = new CountDownLatch(1);

    /** What calls were given. */
    public final List<Arguments> called = new ArrayList<>();

    private static final Columns<String> OUTCOME =
            Columns.<String>none().column("outcome", text(), outcome -> outcome, "What came of it.");

    @Override
    public List<Procedure<?>> procedures() {
        return List.of(
                Procedure.named("visit", "Goes to a planet.")
                        .parameter("planet", text(), "Where to.")
                        .optional("days", bigint(), 3L, "How long.")
                        .optional("speed", text().oneOf("slow", "fast"), "slow", "How fast.")
                        .optional("note", text(), "What for.")
                        .returns(Columns.<Arguments>none()
                                .column("planet", text(), a -> a.text("planet"), "Where to.")
                                .column("days", bigint().orNull(), a -> a.value("days"), "How long.")
                                .column("note", text().orNull(), a -> a.value("note"), "What for.")
                                .column("note_given", bool(), a -> a.isGiven("note"), "Whether it was said."))
                        .does((arguments, call) -> {
                            called.add(arguments);
                            return Stream.of(arguments);
                        }),
                Procedure.named("everything", "Takes a value of every type.")
                        .optional("t", text(), "Text.")
                        .optional("b", bool(), "Boolean.")
                        .optional("i", integer(), "Integer.")
                        .optional("n", bigint(), "Big.")
                        .optional("d", float64(), "Double.")
                        .optional("m", decimal(38, 10), "Decimal.")
                        .optional("at", timestamp(), "Instant.")
                        .optional("day", date(), "Date.")
                        .optional("bytes", binary(), "Bytes.")
                        .optional("list", arrayOf(text().orNull()), "List.")
                        .optional("numbers_list", arrayOf(bigint()), "Numbers.")
                        .changes()
                        .returns(Columns.<Arguments>none()
                                .column("t", text().orNull(), a -> a.value("t"), "Text.")
                                .column("b", bool().orNull(), a -> a.value("b"), "Boolean.")
                                .column("i", integer().orNull(), a -> a.value("i"), "Integer.")
                                .column("n", bigint().orNull(), a -> a.value("n"), "Big.")
                                .column("d", float64().orNull(), a -> a.value("d"), "Double.")
                                .column("m", decimal(38, 10).orNull(), a -> a.value("m"), "Decimal.")
                                .column("at", timestamp().orNull(), a -> a.value("at"), "Instant.")
                                .column("day", date().orNull(), a -> a.value("day"), "Date.")
                                .column("bytes", binary().orNull(), a -> a.value("bytes"), "Bytes.")
                                .column("list", arrayOf(text().orNull()).orNull(), a -> a.value("list"), "List."))
                        .does((arguments, call) -> {
                            called.add(arguments);
                            call.warn("once");
                            return Stream.of(arguments);
                        }),
                Procedure.named("land", "Lands.")
                        .role(Role.OPERATOR)
                        .changes()
                        .parameter("planet", text(), "Where.")
                        .returns(OUTCOME)
                        .does((arguments, call) -> {
                            called.add(arguments);
                            call.effects();
                            if (arguments.text("planet").equals("sun")) {
                                throw new StrandlineException(ErrorCode.REFUSED, "the sun is too hot");
                            }
                            return Stream.of("landed " + called.size());
                        }),
                Procedure.named("key", "Gives a secret.")
                        .changes()
                        .answersSecrets()
                        .returns(OUTCOME)
                        .does((arguments, call) -> Stream.of("hunter2")),
                Procedure.named("dock", "Waits until the test lets it go on.")
                        .changes()
                        .returns(OUTCOME)
                        .does((arguments, call) -> {
                            called.add(arguments);
                            inside.countDown();
                            try {
                                goOn.await();
                            } catch (InterruptedException e) {
                                throw new StrandlineException(ErrorCode.CANCELLED, "interrupted", e);
                            }
                            return Stream.of("docked");
                        }),
                Procedure.named("count", "Counts without end.")
                        .returns(Columns.<Long>none().column("n", bigint(), n -> n, "The number."))
                        .does((arguments, call) -> LongStream.iterate(0, n -> n + 1)
                                .boxed()
                                .peek(n -> read.incrementAndGet())
                                .onClose(closed::incrementAndGet)));
    }
}
