package io.strandline.log;

import static java.util.Objects.requireNonNull;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.log.PublishProof.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Publishes what a statement asks for, as a change that is journaled, audited and made at most once (GW-1). Thread-safe. */
public final class Publisher {
    static final String PUBLISH = "log.publish";

    /** How long a log is read, before and after: a transport that stays away keeps no call and no start of a gateway. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Logs logs;
    private final Duration patience;

    /** A publisher to those logs. */
    public Publisher(Logs logs) {
        this(logs, PATIENCE);
    }

    Publisher(Logs logs, Duration patience) {
        this.logs = logs;
        this.patience = patience;
    }

    /**
     * A value of a key to publish, or its tombstone.
     *
     * @param partition null for the key's own (LOG-12)
     * @param event null for a tombstone
     * @param dryRun whether to check only
     */
    public record Keyed(
            String log,
            @Nullable Integer partition,
            Bytes key,
            @Nullable Bytes event,
            boolean dryRun) {}

    /**
     * Publishes an event without a key.
     *
     * @param dryRun whether to check only
     * @throws StrandlineException {@code NO_SUCH_OBJECT} for the log, else as {@link MetadataEventLog#publish}; nothing is
     *     written then
     */
    public Published publish(String log, int partition, Bytes event, boolean dryRun, CallContext call) {
        requireMay(call);
        return publish(logs.require(log), List.of(new Event(partition, null, event)), dryRun, call)
                .get(0);
    }

    /**
     * Publishes values of keys, those of one log as one group: one effect, and one wait for them all (LOG-8). All are checked
     * before any is published.
     *
     * @return what became of each, in the order given
     * @throws StrandlineException {@code NO_SUCH_OBJECT} for a log, else as {@link MetadataEventLog#publishKeyedGroup}
     */
    public List<Published> publishKeyed(List<Keyed> wishes, CallContext call) {
        requireMay(call);
        Map<Group, List<Integer>> groups = new LinkedHashMap<>();
        List<Event> events = new ArrayList<>();
        for (Keyed wish : wishes) {
            int place = events.size();
            try {
                MetadataEventLog log = logs.require(wish.log());
                events.add(event(log, wish));
                groups.computeIfAbsent(new Group(log, wish.dryRun()), group -> new ArrayList<>())
                        .add(place);
            } catch (StrandlineException e) {
                throw wishes.size() == 1 ? e : ofOne(place + 1, wishes.size(), e);
            }
        }
        Published[] all = new Published[events.size()];
        List<String> done = new ArrayList<>();
        groups.forEach((group, places) -> {
            List<Event> own = places.stream().map(events::get).toList();
            List<Published> published;
            try {
                published = publish(group.log(), own, group.dryRun(), call);
            } catch (StrandlineException e) {
                throw done.isEmpty() ? e : partly(done, e);
            }
            for (int i = 0; i < published.size(); i++) {
                all[places.get(i)] = published.get(i);
            }
            if (!group.dryRun()) {
                done.add(group.log().options().name());
            }
        });
        return List.of(all);
    }

    private static Event event(MetadataEventLog log, Keyed wish) {
        Integer partition = wish.partition();
        int own = partition == null ? KeyPartitioner.partition(wish.key(), log.partitionCount()) : partition;
        log.options().require(own, wish.key(), wish.event());
        return new Event(own, wish.key(), wish.event());
    }

    private static StrandlineException ofOne(int number, int many, StrandlineException e) {
        return new StrandlineException(
                e.code(), "event " + number + " of " + many + ", of which none was published: " + e.getMessage());
    }

    /** Logs share no transaction: those that come first have what was for them. */
    private static StrandlineException partly(List<String> done, StrandlineException e) {
        return new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                "the events for log " + String.join(", ", done) + " are published, not all others: " + e.getMessage()
                        + " Publish again what is for those only.");
    }

    private record Group(MetadataEventLog log, boolean dryRun) {}

    private static void requireMay(CallContext call) {
        call.caller().require(Role.OPERATOR, "publishing");
        call.caller().requireUnlimited("publishing");
    }

    private List<Published> publish(MetadataEventLog log, List<Event> events, boolean dryRun, CallContext call) {
        String name = log.options().name();
        events.forEach(event -> log.options().require(event.partition(), event.key(), event.value()));
        if (dryRun) {
            return events.stream()
                    .map(event -> new Published(name, event.partition(), null, false, "dry_run"))
                    .toList();
        }
        // a log that is away is an error soon: nothing is written yet of which somebody would have to know what became
        List<Long> highs = log.highWaterMarks(ReadAgain.within(patience, name, call::checkpoint));
        String target = events.size() == 1
                ? "partition " + events.get(0).partition() + " of log \"" + name + "\""
                : events.size() + " events of log \"" + name + "\"";
        List<Long> offsets = new ArrayList<>();
        ErrorCode[] failed = {ErrorCode.STORE};
        Outcome outcome = call.effects()
                .carryOut(new Intent(PUBLISH, target, PublishProof.of(log, events, highs)), () -> {
                    try {
                        offsets.addAll(append(log, events));
                        return Outcome.ofDone();
                    } catch (StrandlineException e) {
                        failed[0] = e.code();
                        if (events.size() > 1 || e.code() == ErrorCode.OUTCOME_UNKNOWN) {
                            throw e; // the log is read back
                        }
                        return Outcome.refused(Text.lower(e.code().name()), e.getMessage());
                    }
                });
        if (outcome instanceof Outcome.Done done) {
            return IntStream.range(0, events.size())
                    .mapToObj(i -> new Published(name, events.get(i).partition(), offsets.get(i), true, done.reason()))
                    .toList();
        }
        if (outcome instanceof Outcome.Refused refused) {
            throw new StrandlineException(failed[0], refused.detail());
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                "whether log \"" + name + "\" keeps the event is not known: " + outcome.detail()
                        + " Look for it in log.events before you publish it again.");
    }

    private static List<Long> append(MetadataEventLog log, List<Event> events) {
        Event first = events.get(0);
        Bytes key = first.key();
        Bytes value = first.value();
        if (key == null) {
            return List.of(log.publish(first.partition(), value == null ? Bytes.EMPTY : value));
        }
        if (events.size() == 1) {
            return List.of(log.publishKeyed(first.partition(), key, value));
        }
        return log.publishKeyedGroup(events.stream()
                .map(event -> new KeyedEvent(event.partition(), requireKey(event), event.value()))
                .toList());
    }

    private static Bytes requireKey(Event event) {
        return requireNonNull(event.key(), "key");
    }

    /** Who finds out whether an event was published. */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(PUBLISH, intent -> PublishProof.resolve(intent.proof(), intent.target(), logs, patience));
    }
}
