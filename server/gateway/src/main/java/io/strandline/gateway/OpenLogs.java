package io.strandline.gateway;

import static java.util.Objects.requireNonNull;

import io.strandline.gateway.config.LogSettings;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.kafka.KafkaEventLog;
import io.strandline.log.memory.MemoryEventLog;
import io.strandline.log.store.LogSchedule;
import io.strandline.log.store.OwnEvents;
import io.strandline.log.store.StoreEventLog;
import io.strandline.store.database.EndedChanges;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Which transport serves a configured log. */
final class OpenLogs {
    private OpenLogs() {}

    /**
     * Opens them.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} if one was made otherwise (LOG-2)
     */
    static Logs of(List<LogSettings.Configured> configured, StoreDatabase store, Clock clock, Closing closing) {
        List<MetadataEventLog> logs = new ArrayList<>();
        List<StoreEventLog> stored = new ArrayList<>();
        List<Runnable> tidying = new ArrayList<>();
        for (LogSettings.Configured one : configured) {
            switch (one.transport()) {
                case STORE -> stored.add(closing.add(StoreEventLog.open(store, one.options(), clock)));
                case MEMORY -> {
                    MemoryEventLog log = closing.add(new MemoryEventLog(one.options(), clock));
                    logs.add(log);
                    tidying.add(log::tidyUp);
                }
                case KAFKA -> logs.add(closing.add(KafkaEventLog.open(one.options(), requireNonNull(one.kafka()))));
            }
        }
        stored.forEach(log -> tidying.add(log::tidyUp));
        closing.add(LogSchedule.begin(store, stored, tidying));
        logs.addAll(stored);
        return new Logs(logs);
    }

    /** Who publishes the gateway's own events. */
    static EndedChanges ownEvents(Logs logs) {
        return logs.find(Logs.OWN)
                .filter(StoreEventLog.class::isInstance)
                .<EndedChanges>map(log -> new OwnEvents((StoreEventLog) log))
                .orElse(EndedChanges.NOBODY);
    }
}
