package io.strandline.gateway.session;

import java.util.HashMap;
import java.util.Map;

/**
 * Which request was the last to set each option of a session. Requests of our driver are numbered as they are sent; what a
 * network repeats, or holds back until a newer one was heeded, comes too late. Not thread-safe.
 */
final class SettingOrder {
    /** The number of a request whose client does not number them: it is taken as it comes. */
    static final long UNNUMBERED = 0;

    private final Map<String, Long> last = new HashMap<>();

    /** Whether that request may set the option; if so it is the last one that did. */
    boolean takes(String option, long sequence) {
        if (sequence == UNNUMBERED) {
            return true;
        }
        Long newest = last.get(option);
        if (newest != null && newest >= sequence) {
            return false;
        }
        last.put(option, sequence);
        return true;
    }
}
