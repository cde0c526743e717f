package io.strandline.store;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far long journaled statements are, for every gateway on the store to see. How one ended is for the journal to say, and
 * it is forgotten with its statement. Thread-safe.
 */
public interface Jobs {
    /** The id under which this gateway runs its statements now. */
    String gatewayId();

    /**
     * Keeps how far statements are; what was kept before of the same ones is replaced. Those that the journal does not have
     * are passed over.
     *
     * @throws io.strandline.common.StrandlineException {@code STORE}
     */
    void tell(Iterable<Told> jobs);

    /**
     * What a statement tells of itself.
     *
     * @param procedure schema and name of the procedure, as SQL text
     * @param target what it works on; null if that is not known
     * @param background whether it runs by itself
     * @param progress how far it is; null if it has not said
     */
    record Told(
            String statementId,
            String procedure,
            @Nullable String target,
            boolean background,
            @Nullable Progress progress) {}

    /**
     * How far something is.
     *
     * @param total null if that is not known
     * @param unit what is counted
     */
    record Progress(long done, @Nullable Long total, String unit) {}

    /**
     * A job as stored.
     *
     * @param abandoned whether it is STARTED and its gateway is not known to be alive: it is going to be resolved
     * @param sqlState of the error it ended with; null if there was none
     */
    record Entry(
            Told told,
            String userName,
            Journal.State state,
            boolean abandoned,
            Instant startedAt,
            @Nullable Instant endedAt,
            String gatewayId,
            @Nullable String sqlState,
            int vendorCode,
            @Nullable String message) {}

    /**
     * The jobs a caller may see: its own, and from operators up everybody's (GW-3); newest last if no order is wanted.
     *
     * @param wanted conditions on {@code statement_id, user_name, started_at, gateway_id}; others are passed over
     */
    Stream<Entry> jobs(Wanted wanted, CallContext call);

    /**
     * Asks the gateway that runs a job to stop it: the caller's own, or as admin anybody's.
     *
     * @return whether there was such a job that had not ended
     */
    boolean askToStop(String statementId, Caller caller);

    /** Who asked to stop which of these running statements. */
    Map<String, String> askedToStop(Set<String> statementIds);
}
