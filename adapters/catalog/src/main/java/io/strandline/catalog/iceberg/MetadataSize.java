package io.strandline.catalog.iceberg;

import io.strandline.common.Text;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * How large a metadata file may be that is read: all of it is in memory at once, several times its size, and one with a million
 * snapshots would take the memory of every other table.
 */
final class MetadataSize {
    /** Its property: a number of bytes, as they are before compression. */
    static final String PROPERTY = "strandline.metadata-bytes";

    private static final long LEAST_DEFAULT = 16L << 20;
    /** What a file of the default size takes while it is read is then a fraction of the memory. */
    private static final int OF_THE_HEAP = 16;

    private MetadataSize() {}

    /**
     * What that catalog allows; a sixteenth of the memory, or 16 MiB if that is less, where it says nothing.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} for what is no number above zero
     */
    static long of(String catalog, Map<String, String> properties) {
        String text = properties.get(PROPERTY);
        if (text == null) {
            return Math.max(LEAST_DEFAULT, Runtime.getRuntime().maxMemory() / OF_THE_HEAP);
        }
        try {
            long bytes = Long.parseLong(text.strip());
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw CatalogFactory.wrong(
                catalog, PROPERTY + " is \"" + Text.cut(text, 60) + "\"; write a number of bytes, as 67108864");
    }

    /** A stream that fails where more is read than is allowed. */
    static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long most) {
            super(in);
            this.left = most;
        }

        /** Whether there was more. */
        boolean isBeyond() {
            return left < 0;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = in.read(buffer, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            left -= read;
            if (left < 0) {
                throw new IOException("more than is allowed");
            }
        }
    }
}
