package io.strandline.registry;

import io.strandline.common.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps where registrations are that follow their sources. Thread-safe; a store that fails throws. */
public interface Following {
    /** The registrations of a connection, catalog and namespace that follow, by table name in code point order. */
    List<Registration> in(String connection, String catalog, List<String> namespace);

    /**
     * Moves a registration that is still where it was read, and clears its error.
     *
     * @param tableUuid of the table that lies there: it may be another than was registered; null keeps what is known
     * @return false, and nothing is changed, if it is gone or somewhere else
     */
    boolean move(Registration from, Location to, @Nullable String tableUuid);

    /** Keeps why the last work on a registration failed; null when it did not. Does nothing for one that is gone. */
    void note(String id, @Nullable String error);
}
