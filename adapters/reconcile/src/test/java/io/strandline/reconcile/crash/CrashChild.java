package io.strandline.reconcile.crash;

import io.strandline.catalog.TableListing;
import io.strandline.common.Failpoint;
import io.strandline.reconcile.webhook.Endpoint;
import io.strandline.reconcile.webhook.Receiver;
import io.strandline.registry.Registration;
import io.strandline.store.database.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's process that makes calls until it is stopped. It says on its standard output, a line each and in this order,
 * what it is about to do and what came of it: {@code MAKING} and {@code MADE}, {@code LOSING} and {@code LOST} with the name
 * of a table, {@code CALL key text} and {@code ACK key answer}.
 */
final class CrashChild {
    /** What the test reads. */
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    /** Places on the way of notices to their receiver. */
    static final Set<Failpoint> NOTICES = EnumSet.range(Failpoint.NOTICE_POSTING, Failpoint.NOTICE_UNCOMMITTED);

    /** How it ends at its failpoint. */
    static final int STOPPED = 77;

    /** How it ends if it was never there. */
    static final int NEVER_THERE = 78;

    private final CrashGateway gateway;
    private final Random random;
    private final String round;
    private final Trap trap;
    private int number;

    private CrashChild(CrashGateway gateway, Random random, String round, Trap trap) {
        this.gateway = gateway;
        this.random = random;
        this.round = round;
        this.trap = trap;
    }

    /**
     * What it is to do.
     *
     * @param point where it stops; null for nowhere
     * @param within only while a call runs whose text begins so; empty for at any time that is not spent on preparations
     * @param calls random calls after the fixed ones
     * @param clockOffset what its clock is ahead of the machine's
     */
    record Orders(
            CrashSettings settings,
            long seed,
            String round,
            @Nullable Failpoint point,
            String within,
            int calls,
            Duration clockOffset) {
        List<String> arguments() {
            Endpoint webhook = settings.webhook();
            return List.of(
                    settings.directory().toString(),
                    settings.store().url(),
                    String.valueOf(settings.lease().toMillis()),
                    String.valueOf(seed),
                    round,
                    point == null ? "" : point.name(),
                    within,
                    String.valueOf(calls),
                    clockOffset.toString(),
                    settings.twin().name(),
                    webhook == null ? "" : webhook.url().toString());
        }

        static Orders of(String... arguments) {
            return new Orders(
                    CrashSettings.of(
                                    Path.of(arguments[0]),
                                    StoreOptions.of(arguments[1]).withReaders(2),
                                    Duration.ofMillis(Long.parseLong(arguments[2])))
                            .withTwin(Twin.valueOf(arguments[9]))
                            .withWebhook(arguments[10].isEmpty() ? null : Receiver.endpoint(arguments[10])),
                    Long.parseLong(arguments[3]),
                    arguments[4],
                    arguments[5].isEmpty() ? null : Failpoint.valueOf(arguments[5]),
                    arguments[6],
                    Integer.parseInt(arguments[7]),
                    Duration.parse(arguments[8]));
        }
    }

    /** Stops the process at a failpoint, without a shutdown hook, a flush or a word. */
    private static final class Trap {
        private final Orders orders;
        private volatile String doing = "starting";

        Trap(Orders orders) {
            this.orders = orders;
        }

        void at(Failpoint point) {
            boolean preparing = doing.isEmpty();
            // notices are posted by the way
            boolean inTime = NOTICES.contains(point) || (!preparing && doing.startsWith(orders.within()));
            if (point == orders.point() && inTime) {
                Runtime.getRuntime().halt(STOPPED);
            }
        }
    }

    /** See {@link Orders#arguments}. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        Orders orders = Orders.of(arguments);
        Trap trap = new Trap(orders);
        Failpoint.install(trap::at);
        try (CrashGateway gateway =
                new CrashGateway(orders.settings().withClock(Clock.offset(Clock.systemUTC(), orders.clockOffset())))) {
            CrashChild child = new CrashChild(gateway, new Random(orders.seed()), orders.round(), trap);
            child.fixedCalls();
            for (int i = 0; i < orders.calls(); i++) {
                child.randomCall();
            }
            if (orders.point() != null) {
                // places that are reached from time to time
                trap.doing = "waiting";
                new CountDownLatch(1).await(orders.settings().lease().toMillis() * 3 + 500, TimeUnit.MILLISECONDS);
                trap.doing = "ending";
            }
        }
        System.exit(NEVER_THERE);
    }

    private static void say(String line) {
        OUT.println(line);
    }

    private void call(String text) {
        String key = round + "-" + ++number;
        say("CALL " + key + " " + text);
        trap.doing = text;
        String told = gateway.run(key, text);
        trap.doing = "";
        say("ACK " + key + " " + told);
    }

    private String made(String kind) {
        String name = kind + "_" + round + "_" + ++number;
        make(name);
        return name;
    }

    private void make(String name) {
        trap.doing = "";
        say("MAKING " + name);
        gateway.make(name);
        say("MADE " + name);
    }

    /** Somebody else drops the table. */
    private void lose(String name) {
        trap.doing = "";
        say("LOSING " + name);
        if (gateway.catalog.drop(CrashGateway.ref(name), gateway.system())) {
            say("LOST " + name);
        }
    }

    private String registrationOf(String table) {
        return gateway.registrations
                .byName("scratch", CrashGateway.ref(table))
                .map(Registration::id)
                .orElse("none");
    }

    /** One of each kind: every failpoint is passed. */
    private void fixedCalls() {
        String kept = made("file");
        call("source " + kept);
        call("register " + kept);
        evolve(kept);
        String orphan = made("file");
        call("source " + orphan);
        call("repair drop:" + orphan);
        String missing = made("file");
        call("source " + missing);
        call("register " + missing);
        lose(missing);
        call("repair forget:" + registrationOf(missing));
        call("repair drop:" + made("stray"));
        String followed = made("file");
        call("source " + followed);
        call("follow " + followed);
        trap.doing = "";
        gateway.move(followed);
        call("move " + followed);
        call("scan");
        call("unsource " + orphan);
        call("unregister " + registrationOf(kept));
    }

    /** A column of a name of its own: made twice, it would be refused. */
    private void evolve(String table) {
        call("evolve " + table + " c_" + round + "_" + ++number);
    }

    private void randomCall() {
        switch (random.nextInt(15)) {
            case 0, 1 -> {
                String name = made("file");
                call("source " + name);
                if (random.nextBoolean()) {
                    call("register " + name);
                }
            }
            case 2 -> call("register " + table());
            case 3 -> call("unregister " + registration());
            case 4, 5, 6 -> {
                String name = table();
                call("repair drop:" + name);
                if (!name.equals("none") && !gateway.exists(name) && random.nextInt(3) == 0) {
                    make(name);
                }
            }
            case 7 -> call("repair forget:" + registration());
            case 8 -> call("repair drop:" + table() + " forget:" + registration() + " drop:" + table());
            case 9 -> {
                String lost = table();
                if (!lost.equals("none")) {
                    lose(lost);
                }
            }
            case 10 -> {
                String name = made(random.nextBoolean() ? "stray" : "own");
                if (random.nextInt(3) == 0) {
                    lose(name);
                    make(name);
                }
            }
            case 11 -> call(random.nextInt(4) == 0 ? "repair_all" : "scan");
            case 12 -> call("adopt " + table());
            case 13 -> {
                String changed = table();
                if (!changed.equals("none")) {
                    evolve(changed);
                }
            }
            default -> call("unsource " + table());
        }
    }

    private String table() {
        List<String> names = new ArrayList<>();
        new TableListing(gateway.catalog, CrashGateway.SCRATCH, gateway.system())
                .forEachRemaining(entry -> names.add(entry.ref().name()));
        return names.isEmpty() ? "none" : names.get(random.nextInt(names.size()));
    }

    private String registration() {
        List<String> ids = gateway.registrations
                .in("scratch", "prod", CrashGateway.SCRATCH)
                .map(Registration::id)
                .toList();
        return ids.isEmpty() ? "none" : ids.get(random.nextInt(ids.size()));
    }
}
