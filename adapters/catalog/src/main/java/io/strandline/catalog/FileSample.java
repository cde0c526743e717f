package io.strandline.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * How many files there are, how large they are, and some of them by name.
 *
 * @param bytes of all; 0 if that is not known
 * @param some the first few, as they are written
 */
public record FileSample(long count, long bytes, List<String> some) {
    /** So many are named. */
    private static final int MOST = 5;

    public FileSample {
        some = List.copyOf(some);
    }

    /** Takes files one by one. Used by one thread. */
    static final class Taking {
        private final List<String> some = new ArrayList<>();
        private long count;
        private long bytes;

        void add(String location, long size) {
            count++;
            bytes += size;
            if (some.size() < MOST) {
                some.add(location);
            }
        }

        FileSample sample() {
            return new FileSample(count, bytes, some);
        }
    }
}
