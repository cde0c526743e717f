package io.strandline.jdbc.internal.wire;

import java.io.IOException;

/** No byte of a request was sent: the gateway cannot have seen it. */
final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
