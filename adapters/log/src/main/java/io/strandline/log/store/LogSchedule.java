package io.strandline.log.store;

import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.Upkeep;
import java.time.Duration;
import java.util.Collection;

/** What logs do by themselves: let go of what they do not keep, and in the store look for what LISTEN missed. */
public final class LogSchedule implements AutoCloseable {
    private static final Duration TIDY_UP = Duration.ofMinutes(1);

    /** Where it is needed at all: so an idle gateway asks little. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    private final Upkeep upkeep = new Upkeep("log", 2);

    private LogSchedule() {}

    /**
     * Begins.
     *
     * @param logs those in that store
     * @param tidying lets one log go of what it does not keep (LOG-9); one that fails keeps no other from it
     */
    public static LogSchedule begin(StoreDatabase store, Collection<StoreEventLog> logs, Collection<Runnable> tidying) {
        LogSchedule schedule = new LogSchedule();
        tidying.forEach(one -> schedule.upkeep.repeat(TIDY_UP, "A log could not be tidied up", one));
        if (store.isShared()) {
            schedule.upkeep.repeat(
                    LOOK_AGAIN, "A log could not be looked at", () -> logs.forEach(StoreEventLog::lookAgain));
        }
        return schedule;
    }

    @Override
    public void close() {
        upkeep.close();
    }
}
