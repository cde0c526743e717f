package io.strandline.sink;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps the sinks that were declared by SQL. Thread-safe, shared by all gateways on the store; one that fails throws {@code STORE}. */
public interface SinkDeclarations {
    /**
     * A declaration.
     *
     * @param settings as JSON, as it was given
     */
    record Declaration(String sink, String settings, String declaredBy, Instant declaredAt) {}

    /** All, by id. */
    List<Declaration> all();

    /** That of a sink. */
    Optional<Declaration> byId(String sink);

    /**
     * Keeps a new one.
     *
     * @throws io.strandline.common.StrandlineException {@code OBJECT_EXISTS} if the sink is declared already
     */
    void add(Declaration declaration);

    /** Takes one back; whether there was one. */
    boolean remove(String sink);
}
