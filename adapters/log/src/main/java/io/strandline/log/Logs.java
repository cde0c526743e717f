package io.strandline.log;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The logs of a gateway, by name. Immutable. */
public final class Logs {
    /** The log that the gateway's own events go to. */
    public static final String OWN = "events";

    private final Map<String, MetadataEventLog> byName = new TreeMap<>(Text.BY_CODE_POINT);

    /** Those logs. */
    public Logs(List<? extends MetadataEventLog> logs) {
        logs.forEach(log -> byName.put(log.options().name(), log));
    }

    /**
     * A checkpoint for reading a log that may be away: it ends attempts after that time too, with {@code BACKEND} (LOG-11). For
     * who has more to do than to wait for it.
     */
    public static Runnable within(Duration time, MetadataEventLog log, Runnable checkpoint) {
        return ReadAgain.within(time, log.options().name(), checkpoint);
    }

    /** By name, in order of names. */
    public List<MetadataEventLog> all() {
        return List.copyOf(byName.values());
    }

    /** Those of the names that are wanted, in order of names; all if nothing is said of them. */
    public Stream<MetadataEventLog> wanted(Optional<? extends Collection<?>> names) {
        return byName.values().stream()
                .filter(log ->
                        names.map(some -> some.contains(log.options().name())).orElse(true));
    }

    /** The log of that name. */
    public Optional<MetadataEventLog> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The log of that name.
     *
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_OBJECT}
     */
    public MetadataEventLog require(String name) {
        return find(name)
                .orElseThrow(
                        () -> new StrandlineException(
                                ErrorCode.NO_SUCH_OBJECT,
                                "there is no log \"" + Text.cut(name, 200) + "\""
                                        + Text.didYouMean(name, new ArrayList<>(byName.keySet()))
                                        + " SELECT log_name FROM log.partitions lists them; a configuration names them under log."));
    }
}
