package io.strandline.common;

import static java.util.Objects.requireNonNull;

/**
 * An error a caller is meant to read: its message names the object, says what is wrong and what to do, and holds no
 * secret.
 */
public final class StrandlineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** An error of this layer. */
    public StrandlineException(ErrorCode code, String message) {
        super(requireNonNull(message, "message"));
        this.code = requireNonNull(code, "code");
    }

    /** An error caused by another; the cause goes to the server's log, never to the client. */
    public StrandlineException(ErrorCode code, String message, Throwable cause) {
        super(requireNonNull(message, "message"), cause);
        this.code = requireNonNull(code, "code");
    }

    /** Object, what is wrong, what to do; never null. */
    @Override
    public String getMessage() {
        return requireNonNull(super.getMessage());
    }

    /** Which of the closed list this is. */
    public ErrorCode code() {
        return code;
    }

    /** The message as the cause of a larger one: never null. */
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
