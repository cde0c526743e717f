package io.strandline.bench;

import java.util.List;

/** Where events of one partition are published and read from: a log, or the bare client of what it is on. */
interface EventPeer extends AutoCloseable {
    /** An event to publish; its bytes are nobody else's. */
    @SuppressWarnings("ArrayRecordComponent")
    record Event(byte[] key, byte[] value) {}

    /** Publishes one; it is as durable as it gets when that is returned from. */
    void publish(Event event) throws Exception;

    /** Publishes all, with one wait for them. */
    void publishGroup(List<Event> events) throws Exception;

    /** Reads the events of {@code from <= offset < to}; gives how many bytes of values they have. */
    long read(long from, long to) throws Exception;

    /** What a database would do by itself a minute after so much was written: look at how much there is, so that it reads well. */
    default void settle() throws Exception {}

    @Override
    void close();
}
