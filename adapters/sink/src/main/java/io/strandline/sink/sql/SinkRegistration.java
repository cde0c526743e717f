package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.sink.SinkSpec;

/** Makes sinks known as writers of their tables, so that what they write is no surprise to anybody (CAT-10, CAT-20). Thread-safe. */
@FunctionalInterface
public interface SinkRegistration {
    /** Nobody keeps that. */
    SinkRegistration NONE = (sink, call) -> {};

    /** The sink is about to write: it is known as a writer of its table after that. Cheap for one that is known. */
    void writes(SinkSpec sink, CallContext call);
}
