package io.strandline.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.store.Journal;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** GW-1: whether a job was begun whose asker's gateway died is told by the journal, which has the job or has not. */
class JobStartTest extends CallFixture {
    private final String job = JobStart.jobOf(key);
    private final EffectResolver resolver = JobStart.resolver(journal);
    private final Intent intent = new Intent(JobStart.ACTION, job, "{\"user\":\"ann\",\"call\":\"CALL it()\"}");

    @Test
    void aJobThatTheJournalDoesNotHaveWasNotBegun() {
        assertThat(resolver.resolve(intent)).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void aJobThatTheJournalHasWasBegun() {
        journal.claim(
                new Journal.Request(job, new Caller("ann", Role.ADMIN), job, "hash", "CALL it()", true, Instant.EPOCH));
        assertThat(resolver.resolve(intent)).isEqualTo(Outcome.ofDone());
    }
}
