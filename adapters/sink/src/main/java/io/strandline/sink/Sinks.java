package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;

/** The sinks there are: those declared, and each table of a catalog whose tables are sinks by themselves. Thread-safe. */
public interface Sinks {
    /** The sink of exactly that id; a table's own sink has the table's name as SQL text for its id. */
    Optional<SinkSpec> byId(String id, CallContext call);

    /** The sink that writes the table: the declared one, else its own if it can have one. Looks at no destination. */
    Optional<SinkSpec> forTable(TableRef table, CallContext call);

    /** Those that are declared, by id; tables that are sinks by themselves are not listed. */
    List<SinkSpec> declared();

    /** What makes the drivers of the sink. */
    SinkConnector connector(SinkSpec spec);
}
