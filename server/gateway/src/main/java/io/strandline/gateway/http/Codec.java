package io.strandline.gateway.http;

import java.io.IOException;
import org.apache.calcite.avatica.remote.Service;

/** One of the ways Avatica's messages are written on the wire. Thread-safe. */
interface Codec {
    /** What the messages are, for errors: JSON, Smile, protobuf. */
    String name();

    /** Content type of answers. */
    String contentType();

    /**
     * Reads a request.
     *
     * @throws IOException if the body is none; other exceptions mean the same
     */
    Service.Request decode(byte[] body) throws IOException;

    /** Writes an answer. */
    byte[] encode(Service.Response response) throws IOException;
}
