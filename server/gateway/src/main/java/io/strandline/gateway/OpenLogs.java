package io.strandline.gateway;

import static java.util.Objects.requireNonNull;

import io.strandline.gateway.config.LogSettings;
import io.strandline.log.LatestView;
import io.strandline.log.LatestViews;
import io.strandline.log.LogKind;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.kafka.KafkaEventLog;
import io.strandline.log.memory.MemoryEventLog;
import io.strandline.log.store.EventRelay;
import io.strandline.log.store.LogSchedule;
import io.strandline.log.store.OwnEvents;
import io.strandline.log.store.StoreEventLog;
import io.strandline.store.Leases;
import io.strandline.store.database.EndedChanges;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configured logs, each on its transport.
 *
 * @param views of those that are compacted
 * @param relayed those that the gateway's own events go to too
 */
record OpenLogs(Logs logs, LatestViews views, List<MetadataEventLog> relayed) {
    /**
     * Opens them.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} if one was made otherwise (LOG-2)
     */
    static OpenLogs of(List<LogSettings.Configured> configured, StoreDatabase store, Clock clock, Closing closing) {
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
        logs.addAll(stored);
        Logs all = new Logs(logs);
        LatestViews views = new LatestViews(configured.stream()
                .filter(one -> one.options().kind() == LogKind.COMPACTED)
                .map(one -> closing.add(new LatestView(all.require(one.options().name()), one.view(), clock)))
                .toList());
        views.all().forEach(view -> tidying.add(view::keepUp));
        closing.add(LogSchedule.begin(store, stored, tidying));
        List<MetadataEventLog> relayed = configured.stream()
                .filter(LogSettings.Configured::ownEvents)
                .map(one -> all.require(one.options().name()))
                .toList();
        return new OpenLogs(all, views, relayed);
    }

    /** Who publishes the gateway's own events. */
    EndedChanges ownEvents() {
        return own().<EndedChanges>map(OwnEvents::new).orElse(EndedChanges.NOBODY);
    }

    private Optional<StoreEventLog> own() {
        return logs.find(Logs.OWN).filter(StoreEventLog.class::isInstance).map(StoreEventLog.class::cast);
    }

    /** Begins to relay the gateway's own events to the logs that shall have them too (LOG-13). */
    void startRelays(StoreDatabase store, Leases leases, Closing closing) {
        own().ifPresent(source -> relayed.forEach(target ->
                closing.add(new EventRelay(store, source, target, leases)).start()));
    }
}
