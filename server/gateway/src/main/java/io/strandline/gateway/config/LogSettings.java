package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.Logs;
import io.strandline.log.SnapshotStore;
import io.strandline.log.ViewOptions;
import io.strandline.log.file.SnapshotFile;
import io.strandline.log.kafka.KafkaSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys {@code log}. */
public final class LogSettings {
    /** The log of the gateway's own events must take the largest of them. */
    private static final int OWN_RECORD = 128 << 10;

    private LogSettings() {}

    /** Where a log is. */
    public enum Transport {
        /** In the store. */
        STORE,
        /** In this process. */
        MEMORY,
        /** A topic of Kafka. */
        KAFKA
    }

    /**
     * A log, and where it is.
     *
     * @param view how the view of a compacted one is kept
     * @param ownEvents whether the gateway's own events are relayed to it
     * @param kafka of one on Kafka; null of others
     */
    public record Configured(
            Transport transport,
            LogOptions options,
            ViewOptions view,
            boolean ownEvents,
            @Nullable KafkaSettings kafka) {
        /** One that is not on Kafka, with a view as usual. */
        public Configured(Transport transport, LogOptions options) {
            this(transport, options, ViewOptions.DEFAULTS, false, null);
        }
    }

    /**
     * The logs; {@code events} among them, whether it is named or not: the gateway's own events go there.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static List<Configured> of(GatewayConfig config) {
        Map<String, LogSection> sections = new TreeMap<>(config.log());
        sections.putIfAbsent(Logs.OWN, LogSection.DEFAULTS);
        List<Configured> logs = new ArrayList<>();
        sections.forEach(
                (name, section) -> logs.add(configured(name, section == null ? LogSection.DEFAULTS : section)));
        requireTopicsOfTheirOwn(logs);
        requireFilesOfTheirOwn(logs);
        return List.copyOf(logs);
    }

    private static void requireTopicsOfTheirOwn(List<Configured> logs) {
        Map<String, String> byTopic = new TreeMap<>();
        for (Configured log : logs) {
            KafkaSettings kafka = log.kafka();
            String other = kafka == null
                    ? null
                    : byTopic.put(
                            kafka.topic() + " at " + kafka.bootstrapServers(),
                            log.options().name());
            if (other != null) {
                throw wrong(
                        "log." + log.options().name() + ".kafka.topic",
                        "is that of log \"" + other + "\" too; give each a topic of its own");
            }
        }
    }

    private static void requireFilesOfTheirOwn(List<Configured> logs) {
        Map<SnapshotStore, String> byFile = new HashMap<>();
        for (Configured log : logs) {
            SnapshotStore file = log.view().snapshots();
            String other = file == null ? null : byFile.put(file, log.options().name());
            if (other != null) {
                throw wrong(
                        "log." + log.options().name() + ".view_snapshot",
                        "is that of log \"" + other + "\" too; give each a file of its own");
            }
        }
    }

    private static Configured configured(String name, LogSection section) {
        String key = "log." + name;
        if (name.isBlank() || name.length() > 200) {
            throw wrong(key, "has a name that is empty or longer than 200 characters");
        }
        Transport transport = one(Transport.class, key + ".transport", section.transport());
        LogKind kind = one(LogKind.class, key + ".kind", section.kind());
        if (name.equals(Logs.OWN) && (transport != Transport.STORE || kind != LogKind.APPEND_ONLY)) {
            throw wrong(key, "must be append_only and on the transport store: the gateway's own events go there");
        }
        boolean ownEvents = Boolean.TRUE.equals(section.ownEvents());
        if (ownEvents && (name.equals(Logs.OWN) || kind != LogKind.APPEND_ONLY)) {
            throw wrong(key + ".own_events", "is for an append-only log beside \"" + Logs.OWN + "\"");
        }
        if ((ownEvents || name.equals(Logs.OWN)) && section.largestRecord() < OWN_RECORD) {
            throw wrong(
                    key + ".largest_record",
                    "must be at least " + OWN_RECORD + ": so large can one of the gateway's be");
        }
        return new Configured(
                transport,
                options(key, name, kind, section),
                view(key, transport, kind, section),
                ownEvents,
                kafka(key + ".kafka", transport, section));
    }

    private static ViewOptions view(String key, Transport transport, LogKind kind, LogSection section) {
        Long largest = section.largestView();
        String snapshot = section.viewSnapshot();
        if (kind != LogKind.COMPACTED && (largest != null || snapshot != null)) {
            throw wrong(
                    key + (largest == null ? ".view_snapshot" : ".largest_view"),
                    "is for a compacted log, which this one is not");
        }
        if (transport == Transport.MEMORY && snapshot != null) {
            throw wrong(key + ".view_snapshot", "outlives the process, and a log in memory does not; leave it out");
        }
        if (largest != null && largest < 1) {
            throw wrong(key + ".largest_view", "is " + largest + "; it must be at least 1");
        }
        if (snapshot != null && snapshot.isBlank()) {
            throw wrong(key + ".view_snapshot", "names no file");
        }
        return ViewOptions.DEFAULTS
                .atMost(largest == null ? ViewOptions.MOST_BYTES : largest)
                .from(snapshot == null ? null : new SnapshotFile(path(key, snapshot)));
    }

    private static Path path(String key, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw wrong(key + ".view_snapshot", "is no path: " + e.getReason());
        }
    }

    private static @Nullable KafkaSettings kafka(String key, Transport transport, LogSection section) {
        LogSection.KafkaSection kafka = section.kafka();
        if (transport != Transport.KAFKA) {
            if (kafka != null) {
                throw wrong(key, "is for the transport kafka, which this log does not name");
            }
            return null;
        }
        if (kafka == null || kafka.bootstrapServers() == null) {
            throw wrong(key + ".bootstrap_servers", "is missing: give host:port, with commas between");
        }
        try {
            return new KafkaSettings(kafka.bootstrapServers(), kafka.topic(), kafka.replicas(), kafka.properties());
        } catch (StrandlineException e) {
            throw wrong(key, "is wrong: " + e.getMessage());
        }
    }

    private static LogOptions options(String key, String name, LogKind kind, LogSection section) {
        try {
            return new LogOptions(
                    name,
                    section.partitions(),
                    kind,
                    duration(key + ".keep", section.keep()),
                    Durations.parse(section.tombstonesKept(), key + ".tombstones_kept"),
                    section.largestRecord());
        } catch (StrandlineException e) {
            throw e.getMessage().startsWith("key ") ? e : wrong(key, "is wrong: " + e.getMessage());
        }
    }

    private static @Nullable Duration duration(String key, @Nullable String text) {
        return text == null ? null : Durations.parse(text, key);
    }

    private static <E extends Enum<E>> E one(Class<E> type, String key, String text) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(each -> Text.lower(each.name()))
                .toList();
        if (!names.contains(text)) {
            throw wrong(key, "is \"" + text + "\"; it is one of " + names + Text.didYouMean(text, names));
        }
        return Enum.valueOf(type, Text.upper(text));
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
