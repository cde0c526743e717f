package io.strandline.jdbc.internal.wire;

/** A whole HTTP answer: its status and its body, which may be empty. */
final class HttpAnswer {
    private final int status;
    private final byte[] body;

    HttpAnswer(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }
}
