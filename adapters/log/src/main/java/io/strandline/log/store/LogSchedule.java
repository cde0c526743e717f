package io.strandline.log.store;

import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.Upkeep;
import java.time.Duration;
import java.util.Collection;

/** What logs in the store do by themselves: let go of what they do not keep, and look for what LISTEN missed. */
public final class LogSchedule implements AutoCloseable {
    private static final Duration TIDY_UP = Duration.ofMinutes(1);

    /** Where it is needed at all: so an idle gateway asks little. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final Upkeep upkeep = new Upkeep("log", 2);

    private LogSchedule() {}

    /** Begins for those logs, which are all in that store. */
    public static LogSchedule begin(StoreDatabase store, Collection<StoreEventLog> logs) {
        LogSchedule schedule = new LogSchedule();
        schedule.upkeep.repeat(TIDY_UP, "A log could not be tidied up", () -> logs.forEach(StoreEventLog::tidyUp));
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
