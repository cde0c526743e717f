package io.strandline.reconcile.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.EffectResolver;
import io.strandline.common.Failpoint;
import io.strandline.common.Outcome;
import io.strandline.fixtures.ChildJvm;
import io.strandline.reconcile.webhook.Receiver;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-1: a gateway that is stopped anywhere leaves nothing that the next one cannot tell. */
class CrashTest {
    /** Places that only a gateway passes that follows a dead one; it dies too, and so does the next. */
    private static final Set<Failpoint> RECOVERY =
            EnumSet.range(Failpoint.TAKE_OVER_UNCOMMITTED, Failpoint.RESOLVED_END);

    /** Places of event logs, which these gateways do not have. */
    private static final Set<Failpoint> LOGS = EnumSet.range(Failpoint.PUBLISH_UNCOMMITTED, Failpoint.RELAY_COMMITTED);

    /** Places of rows that are written to tables, which these gateways do not do. */
    private static final Set<Failpoint> SINKS =
            EnumSet.range(Failpoint.SINK_RUN_BEGUN, Failpoint.SINK_SWAP_UNCOMMITTED);

    /** Of the places inside a transaction one of each kind: of a lease, a statement, its changes and what it tells of them. */
    private static final Set<Failpoint> IN_TRANSACTIONS = EnumSet.of(
            Failpoint.LEASE_UNCOMMITTED,
            Failpoint.CLAIM_UNCOMMITTED,
            Failpoint.EFFECT_UNCOMMITTED,
            Failpoint.REGISTRATION_UNCOMMITTED,
            Failpoint.NOTICE_UNCOMMITTED,
            Failpoint.OUTCOME_UNCOMMITTED,
            Failpoint.REFUSAL_UNCOMMITTED,
            Failpoint.END_UNCOMMITTED);

    /** Rounds for each database; the profile {@code faults} sets it. */
    private static final int ROUNDS = Integer.getInteger("strandline.crashRounds", 4);

    /** Whether there is time for all. */
    static final boolean LONG = ROUNDS >= 100;

    /** After so many stops of gateways, what they said is compared with what is there. */
    private static final int STOPS_A_CHECK = LONG ? 1 : 4;

    private static final long SEED = Long.getLong("strandline.crashSeed", 20_261_130L);

    @TempDir
    static Path directory;

    private static EmbeddedPostgres postgresql;
    private static ChildJvm jvm;
    private static Receiver receiver;
    private static int chains;

    @BeforeAll
    static void start() throws IOException {
        postgresql = EmbeddedPostgres.builder().start();
        jvm = ChildJvm.in(directory);
        receiver = new Receiver();
        sqlite().warmUp();
    }

    @AfterAll
    static void stop() throws IOException {
        receiver.close();
        postgresql.close();
    }

    private static synchronized Path fresh() throws IOException {
        return Files.createDirectory(directory.resolve("lake" + ++chains));
    }

    private static Chain sqlite() throws IOException {
        Path lake = fresh();
        return new Chain(jvm, lake, StoreOptions.of("jdbc:sqlite:" + lake.resolve("store.db")), receiver);
    }

    private static Chain postgresql() throws IOException {
        Path lake = fresh();
        String url = postgresql.getJdbcUrl("postgres", "postgres") + "&currentSchema=" + lake.getFileName();
        return new Chain(jvm, lake, StoreOptions.of(url), receiver);
    }

    /** What is done with a chain of its own. */
    private record Work(Chain chain, Consumer<Chain> what) implements Callable<Boolean> {
        @Override
        public Boolean call() {
            what.accept(chain);
            return true;
        }
    }

    /** Two at a time. */
    private static void carryOut(List<Work> works) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Boolean> one : threads.invokeAll(works)) {
                assertThat(one.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A check compares all there is, so it finds what any of the stops before it left wrong. */
    private static Consumer<Chain> stopAtEachOf(List<Failpoint> points) {
        return chain -> {
            List<Failpoint> unchecked = new ArrayList<>();
            for (Failpoint point : points) {
                chain.stopAt(point, "", Twin.NONE);
                unchecked.add(point);
                if (unchecked.size() >= STOPS_A_CHECK) {
                    chain.check(unchecked.toString());
                    unchecked.clear();
                }
            }
            chain.postAll();
            chain.check(unchecked.toString());
        };
    }

    /** Each failpoint there is on SQLite, and on PostgreSQL some where a transaction is open; all of them in the long run. */
    @Test
    void gatewayStoppedAtAnyFailpointIsResolved() throws Exception {
        Set<Failpoint> passed = EnumSet.complementOf(EnumSet.copyOf(RECOVERY));
        passed.removeAll(LOGS);
        passed.removeAll(SINKS);
        List<Failpoint> points = List.copyOf(passed);
        List<Failpoint> inTransactions = points.stream()
                .filter(point -> LONG || IN_TRANSACTIONS.contains(point))
                .toList();
        int half = points.size() / 2;
        carryOut(List.of(
                new Work(postgresql(), stopAtEachOf(inTransactions)),
                new Work(sqlite(), stopAtEachOf(points.subList(0, half))),
                new Work(sqlite(), stopAtEachOf(points.subList(half, points.size())))));
    }

    /** And those that follow it, each stopped a little further. */
    @Test
    void gatewaysStoppedWhileTheyResolveAreResolved() throws Exception {
        Consumer<Chain> what = chain -> {
            chain.stopAt(Failpoint.EFFECT_MADE, "repair drop", Twin.NONE);
            RECOVERY.forEach(point -> chain.stopAt(point, "", Twin.NONE));
            chain.check(RECOVERY.toString());
        };
        carryOut(List.of(new Work(sqlite(), what), new Work(postgresql(), what)));
    }

    /** At random moments, by a signal that no process can catch, or at a random place, with clocks that are off. */
    @Test
    void gatewayKilledAtRandomIsResolved() throws Exception {
        Consumer<Chain> what = chain -> {
            Random random = new Random(SEED);
            for (int i = 0; i < ROUNDS; i++) {
                String struck = chain.strike(random);
                chain.check("seed " + SEED + ", round " + i + ", " + struck);
            }
        };
        carryOut(List.of(new Work(sqlite(), what), new Work(postgresql(), what)));
    }

    /** Two gateways on one store: one dies within a change, the other resolves it when its lease ends, and does not make it. */
    @Test
    void gatewayThatDiesBesideAnotherIsResolvedByIt() throws Exception {
        Chain chain = postgresql();
        Chain.Told before = chain.besides(Failpoint.EFFECT_STARTED);
        assertThat(before.answer()).as("nothing was sent").isEqualTo("error 55000");
        assertThat(before.faults()).isEmpty();
        Chain.Told after = chain.besides(Failpoint.EFFECT_MADE);
        assertThat(after.answer()).as("it is done, its answer is lost").isEqualTo("lost DONE");
        assertThat(after.faults()).isEmpty();
    }

    private static List<String> faultsOf(Failpoint point, Twin twin, UnaryOperator<Map<String, EffectResolver>> others)
            throws IOException {
        Chain chain = sqlite();
        chain.stopAt(point, "repair drop", twin);
        return chain.faults(others);
    }

    private static UnaryOperator<Map<String, EffectResolver>> guessing(Outcome guess) {
        return real -> {
            Map<String, EffectResolver> guesses = new HashMap<>();
            real.keySet().forEach(action -> guesses.put(action, intent -> guess));
            return guesses;
        };
    }

    /** The twins: what these checks would say of gateways that do it otherwise. */
    @Test
    void outcomeWrittenBeforeTheChangeIsFound() throws Exception {
        assertThat(faultsOf(Failpoint.OUTCOME_WRITTEN, Twin.OUTCOME_FIRST, UnaryOperator.identity()))
                .anyMatch(fault -> fault.startsWith("dropped by the audit and still there"));
    }

    @Test
    void changeMadeBeforeItsStartedRowIsFound() throws Exception {
        assertThat(faultsOf(Failpoint.EFFECT_UNCOMMITTED, Twin.NO_STARTED_ROW, UnaryOperator.identity()))
                .anyMatch(fault -> fault.contains("dropped 0 times by the audit, there 0 times"));
    }

    @Test
    void resolverThatGuessesIsFound() throws Exception {
        assertThat(faultsOf(Failpoint.EFFECT_STARTED, Twin.NONE, guessing(Outcome.ofDone())))
                .anyMatch(fault -> fault.startsWith("dropped by the audit and still there"));
        assertThat(faultsOf(Failpoint.EFFECT_MADE, Twin.NONE, guessing(Outcome.refused("exec_failed", ""))))
                .anyMatch(fault -> fault.contains("dropped 0 times by the audit, there 0 times"));
        assertThat(faultsOf(Failpoint.EFFECT_MADE, Twin.NONE, guessing(Outcome.unknown(""))))
                .anyMatch(fault -> fault.contains("is UNKNOWN"));
    }

    @Test
    void noticeThatIsWrittenToHaveArrivedBeforeItIsPostedIsFound() throws Exception {
        assertThat(faultsOf(Failpoint.NOTICE_POSTING, Twin.DELIVERED_FIRST, UnaryOperator.identity()))
                .anyMatch(fault -> fault.endsWith("was delivered and never arrived"));
    }

    @Test
    void lostRegistrationAndLostAnswerAreFound() throws Exception {
        Chain chain = sqlite();
        chain.stopAt(Failpoint.CLAIMED, "unregister", Twin.NONE);
        chain.check("a statement that was claimed only");
        chain.execute("DELETE FROM registration");
        chain.execute("UPDATE statement SET answer = 'another' WHERE statement_text LIKE 'CALL source%'");
        chain.execute("DELETE FROM statement WHERE statement_text = 'CALL scan'");
        List<String> faults = chain.faults(UnaryOperator.identity());
        assertThat(faults).anyMatch(fault -> fault.startsWith("registrations by the audit"));
        assertThat(faults).anyMatch(fault -> fault.contains("and then ok another"));
        assertThat(faults).anyMatch(fault -> fault.contains("is not in the journal"));
    }
}
