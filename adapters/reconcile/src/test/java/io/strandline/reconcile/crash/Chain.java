package io.strandline.reconcile.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.EffectResolver;
import io.strandline.common.Failpoint;
import io.strandline.fixtures.ChildJvm;
import io.strandline.reconcile.Notice;
import io.strandline.reconcile.webhook.Receiver;
import io.strandline.store.database.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One store and one lake on which gateways live and die one after the other. */
final class Chain {
    /** Ends for a child only where it could not run for so long. */
    private static final Duration SHARED_LEASE = Duration.ofSeconds(2);

    /** On SQLite it tells nobody anything, but upkeep comes as often. */
    private static final Duration OWN_LEASE = Duration.ofMillis(600);

    /** 128 and the number of the signal. */
    private static final int KILLED = 137;

    private final ChildJvm jvm;
    private final CrashSettings settings;
    private final Receiver receiver;
    private final String path;
    private final Ledger ledger = new Ledger();
    private int round;

    Chain(ChildJvm jvm, Path directory, StoreOptions store, Receiver receiver) {
        this.jvm = jvm;
        this.receiver = receiver;
        this.path = "/" + directory.getFileName();
        this.settings = CrashSettings.of(directory, store.withReaders(2), isShared(store) ? SHARED_LEASE : OWN_LEASE);
    }

    private static boolean isShared(StoreOptions store) {
        return store.url().startsWith("jdbc:postgresql");
    }

    private CrashChild.Orders orders(
            long seed,
            @Nullable Failpoint point,
            String within,
            int calls,
            Duration clockOffset,
            Twin twin,
            boolean posts) {
        CrashSettings own = settings.withTwin(twin).withWebhook(posts ? Receiver.endpoint(receiver.url(path)) : null);
        return new CrashChild.Orders(own, seed, "r" + ++round, point, within, calls, clockOffset);
    }

    /** A gateway that lives to its end, after which others start faster. */
    void warmUp() {
        jvm.warmUp(
                CrashChild.class,
                orders(0, null, "", 0, Duration.ZERO, Twin.NONE, true).arguments(),
                settings.directory().resolve("child.log"));
    }

    /** A gateway stops at that place, while a call runs whose text begins so. */
    void stopAt(Failpoint point, String within, Twin twin) {
        boolean posts = CrashChild.NOTICES.contains(point);
        assertThat(run(orders(round, point, within, 0, Duration.ZERO, twin, posts), Integer.MAX_VALUE, 0))
                .as("stops at %s%n%s", point, ledger.tail())
                .isEqualTo(CrashChild.STOPPED);
    }

    /** A gateway makes random calls, with a clock that is off, and is stopped or killed somewhere. */
    String strike(Random random) {
        Duration clockOffset = Duration.ofSeconds(random.nextInt(7_200) - 3_600);
        boolean posts = random.nextInt(4) == 0;
        if (random.nextInt(3) == 0) {
            Failpoint[] points = Failpoint.values();
            Failpoint point = points[random.nextInt(points.length)];
            boolean toThere = posts || CrashChild.NOTICES.contains(point);
            run(orders(random.nextLong(), point, "", 10, clockOffset, Twin.NONE, toThere), Integer.MAX_VALUE, 0);
            return "the first " + point + ", clock off by " + clockOffset;
        }
        int answers = 1 + random.nextInt(30);
        long nanos = random.nextInt(20_000_000);
        CrashChild.Orders orders = orders(random.nextLong(), null, "", 40, clockOffset, Twin.NONE, posts);
        run(orders, ledger.acknowledged() + answers, nanos);
        return "a kill " + nanos + " ns after " + answers + " answers, clock off by " + clockOffset;
    }

    private int run(CrashChild.Orders orders, int answers, long nanos) {
        if (round > 1) {
            // before the first there is nobody, and no store
            lapse();
        }
        return child(orders, answers, nanos);
    }

    private int child(CrashChild.Orders orders, int answers, long nanos) {
        Path log = settings.directory().resolve("child.log");
        int exit = jvm.run(
                CrashChild.class,
                orders.arguments(),
                log,
                line -> {
                    ledger.add(line);
                    return ledger.acknowledged() >= answers;
                },
                nanos);
        assertThat(exit)
                .as(() -> "a child broke:\n" + ledger.tail() + "\n" + text(log))
                .isIn(CrashChild.STOPPED, CrashChild.NEVER_THERE, KILLED);
        return exit;
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the leases of dead gateways end, where leases tell who is dead. */
    private void lapse() {
        if (!isShared(settings.store())) {
            return;
        }
        try (Connection connection =
                        DriverManager.getConnection(settings.store().url());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE gateway SET lease_until = 0");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts the next gateway, and compares what is said with what is there. */
    List<String> faults(UnaryOperator<Map<String, EffectResolver>> resolvers) {
        lapse();
        try (CrashGateway next = new CrashGateway(settings.withResolvers(resolvers))) {
            return faults(next);
        }
    }

    private List<String> faults(CrashGateway gateway) {
        ledger.arrived(receiver.idsAt(path));
        return Checker.faults(gateway, ledger);
    }

    /** Lets a gateway post what is left to be posted. */
    void postAll() {
        try (CrashGateway next = new CrashGateway(settings.withWebhook(Receiver.endpoint(receiver.url(path))))) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> next.notices().allMatch(notice -> notice.state() == Notice.State.DELIVERED));
        }
    }

    /**
     * A gateway stops at that place within a repair while another lives beside it, who is asked for the same under the same
     * key: no lease is ended from outside.
     *
     * @return what the caller is told there, and what does not agree then
     */
    Told besides(Failpoint point) {
        try (CrashGateway other = new CrashGateway(settings)) {
            CrashChild.Orders orders = orders(round, point, "repair drop:file", 0, Duration.ZERO, Twin.NONE, false);
            assertThat(child(orders, Integer.MAX_VALUE, 0)).isEqualTo(CrashChild.STOPPED);
            Map.Entry<String, String> last =
                    List.copyOf(ledger.calls().entrySet()).get(ledger.calls().size() - 1);
            String told = other.run(last.getKey(), last.getValue());
            return new Told(told, faults(other));
        }
    }

    /** An answer, and what does not agree. */
    record Told(String answer, List<String> faults) {}

    void check(String after) {
        assertThat(faults(UnaryOperator.identity()))
                .as("after %s:%n%s", after, ledger.tail())
                .isEmpty();
    }

    /** Something that happens to the store behind every gateway's back. */
    void execute(String sql) {
        try (CrashGateway gateway = new CrashGateway(settings)) {
            gateway.store.change(dsl -> dsl.execute(sql));
        }
    }
}
