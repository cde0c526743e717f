package io.strandline.sink.iceberg;

import io.strandline.common.StrandlineException;
import io.strandline.common.Text;

/** Values and failures in messages. */
final class Shown {
    private static final int MOST = 60;

    private Shown() {}

    /** The value and its class, cut. */
    static String of(Object value) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : Text.cut(String.valueOf(value), MOST);
        return text + " (" + value.getClass().getSimpleName() + ")";
    }

    /** What failed and why, down to the first cause: a library's own message seldom tells of the disk. */
    static String causes(Throwable failure) {
        StringBuilder text = new StringBuilder(StrandlineException.describe(failure));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            String told = StrandlineException.describe(cause);
            if (text.indexOf(told) < 0) {
                text.append(": ").append(told);
            }
        }
        return text.toString();
    }
}
