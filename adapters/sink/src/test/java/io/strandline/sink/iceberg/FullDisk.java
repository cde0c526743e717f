package io.strandline.sink.iceberg;

import io.strandline.catalog.iceberg.LocalFileIO;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** Local files on a disk that is full from some file on, or from some byte on. */
public final class FullDisk implements FileIO {
    private static final long serialVersionUID = 1L;

    /** Files that can still be written; each run of a test sets it. */
    static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

    /** Bytes that can still be written, likewise. */
    static final AtomicLong BYTES = new AtomicLong(Long.MAX_VALUE);

    private final LocalFileIO files = new LocalFileIO();

    @Override
    public InputFile newInputFile(String path) {
        return files.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
        OutputFile file = files.newOutputFile(path);
        return new OutputFile() {
            @Override
            public PositionOutputStream create() {
                return limited(file.create());
            }

            @Override
            public PositionOutputStream createOrOverwrite() {
                return limited(file.createOrOverwrite());
            }

            @Override
            public String location() {
                return file.location();
            }

            @Override
            public InputFile toInputFile() {
                return file.toInputFile();
            }
        };
    }

    private static PositionOutputStream limited(PositionOutputStream stream) {
        boolean full = LEFT.getAndDecrement() <= 0;
        return new PositionOutputStream() {
            @Override
            public long getPos() throws IOException {
                return stream.getPos();
            }

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                long before = BYTES.getAndAdd(-length);
                int fits = full ? 0 : (int) Math.max(0, Math.min(before, length));
                stream.write(bytes, from, fits);
                if (fits < length) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    @Override
    public void deleteFile(String path) {
        files.deleteFile(path);
    }

    @Override
    public void initialize(Map<String, String> properties) {
        files.initialize(properties);
    }

    @Override
    public Map<String, String> properties() {
        return files.properties();
    }

    @Override
    public void close() {
        files.close();
    }
}
