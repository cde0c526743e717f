package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Caller;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Jobs;
import io.strandline.store.Jobs.Progress;
import io.strandline.store.Jobs.Told;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How far long statements are, kept beside the journal, which says how they ended (GW-1, GW-3). */
class JobsTest extends JournalOnStores {
    private static final Caller BOB = new Caller("bob", Role.READER);

    private static Jobs jobs(Gateway gateway) {
        return new DatabaseJobs(gateway.database(), gateway.journal());
    }

    private static List<Jobs.Entry> seen(Jobs jobs, Caller caller) {
        return jobs.jobs(Wanted.all(Set.of()), Gateway.call(caller)).toList();
    }

    private static Told told(String statementId, long done) {
        return new Told(statementId, "reconcile.reconcile", "demo", true, new Progress(done, 10L, "tables"));
    }

    @ParameterizedTest
    @EnumSource
    void theLastThatWasToldIsSeenAndTheJournalSaysHowItEnded(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Jobs jobs = jobs(gateway);
        Journal.Request request = gateway.request("k", "CALL change()");
        Journal.Running running = ((Journal.Fresh) gateway.journal().claim(request)).running();
        jobs.tell(List.of(told(request.statementId(), 1), told("no such statement", 1)));
        jobs.tell(List.of(told(request.statementId(), 7)));

        assertThat(seen(jobs, Gateway.ANN)).singleElement().satisfies(job -> {
            assertThat(job.told()).isEqualTo(told(request.statementId(), 7));
            assertThat(job.state()).isEqualTo(State.STARTED);
            assertThat(job.abandoned()).isFalse();
            assertThat(job.gatewayId()).isEqualTo(jobs.gatewayId());
            assertThat(job.userName()).isEqualTo("ann");
        });
        running.effects().carryOut(DROP, Outcome::ofDone);
        running.succeed("rows");
        assertThat(seen(jobs, Gateway.ANN)).singleElement().satisfies(job -> {
            assertThat(job.state()).isEqualTo(State.DONE);
            assertThat(job.endedAt()).isEqualTo(clock.instant());
        });
    }

    /** GW-3: a reader sees its own, from operators up all. */
    @ParameterizedTest
    @EnumSource
    void readersSeeTheirOwnAndOperatorsAll(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Jobs jobs = jobs(gateway);
        Journal.Request request = gateway.request("k", "CALL change()");
        gateway.journal().claim(request);
        jobs.tell(List.of(new Told(request.statementId(), "p", null, false, null)));
        assertThat(seen(jobs, BOB)).isEmpty();
        assertThat(seen(jobs, new Caller("op", Role.OPERATOR))).hasSize(1);
    }

    /** They are forgotten with their statement, and so never pile up. */
    @ParameterizedTest
    @EnumSource
    void jobsAreForgottenWithTheirStatement(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Jobs jobs = jobs(gateway);
        Journal.Request request = gateway.request("k", "CALL change()");
        Journal.Running running = ((Journal.Fresh) gateway.journal().claim(request)).running();
        jobs.tell(List.of(told(request.statementId(), 1)));
        running.succeed(null);
        clock.advance(Duration.ofHours(25));
        gateway.journal().lease().renew();
        gateway.journal().tidyUp();
        assertThat(seen(jobs, Gateway.ROOT)).isEmpty();
    }

    /** GW-1: a job whose gateway died is not shown as running, and ends as the journal resolves it. */
    @Test
    void aJobOfADeadGatewayIsAbandonedAndThenResolved() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway dying = Gateway.start(options, clock, Map.of());
        Gateway other = Gateway.start(options, clock, Map.of());
        started.add(other);
        Journal.Request request = dying.request("k", "CALL change()");
        dying.journal().claim(request);
        jobs(dying).tell(List.of(told(request.statementId(), 3)));
        assertThat(seen(jobs(other), Gateway.ANN))
                .singleElement()
                .satisfies(job -> assertThat(job.abandoned()).isFalse());
        dying.die();
        clock.advance(Gateway.OPTIONS.lease().plusMillis(1));
        assertThat(seen(jobs(other), Gateway.ANN))
                .singleElement()
                .satisfies(job -> assertThat(job.abandoned()).isTrue());
        other.journal().lease().renew();
        other.journal().tidyUp();
        assertThat(seen(jobs(other), Gateway.ANN)).singleElement().satisfies(job -> {
            assertThat(job.state()).isEqualTo(State.REFUSED);
            assertThat(job.message()).contains("lost its gateway");
            assertThat(job.told().progress()).isEqualTo(new Progress(3, 10L, "tables"));
        });
    }

    /** GW-5, GW-3: who may stop a job asks for it on any gateway; the one that runs it sees that. */
    @ParameterizedTest
    @EnumSource
    void theGatewayThatRunsAJobSeesWhoAskedToStopIt(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Jobs jobs = jobs(gateway);
        Journal.Request request = gateway.request("k", "CALL change()");
        Journal.Running running = ((Journal.Fresh) gateway.journal().claim(request)).running();
        Set<String> mine = Set.of(request.statementId());
        jobs.tell(List.of(told(request.statementId(), 1)));

        assertThat(jobs.askToStop(request.statementId(), BOB)).isFalse();
        assertThat(jobs.askedToStop(mine)).isEmpty();
        assertThat(jobs.askToStop(request.statementId(), Gateway.ROOT)).isTrue();
        jobs.tell(List.of(told(request.statementId(), 2)));
        assertThat(jobs.askedToStop(mine)).isEqualTo(Map.of(request.statementId(), "root"));
        running.succeed(null);
        assertThat(jobs.askToStop(request.statementId(), Gateway.ROOT)).isFalse();
    }
}
