package io.strandline.catalog.iceberg;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Local files that are watched: which were opened to read, and which one never answers. */
public final class ProbeFileIO implements SupportsPrefixOperations {
    private static final long serialVersionUID = 1L;

    private static final List<String> OPENED = new CopyOnWriteArrayList<>();
    private static volatile String silent = "";
    private static volatile boolean deaf;
    private static final AtomicInteger DELETIONS_LEFT = new AtomicInteger(Integer.MAX_VALUE);

    private final LocalFileIO files = new LocalFileIO();

    public ProbeFileIO() {}

    /** Nothing opened, everything answers. */
    public static void reset() {
        OPENED.clear();
        silent = "";
        deaf = false;
        DELETIONS_LEFT.set(Integer.MAX_VALUE);
    }

    /** So many files can be deleted, then none. */
    public static void deleteAtMost(int files) {
        DELETIONS_LEFT.set(files);
    }

    /** Metadata files opened since the reset. */
    public static List<String> openedMetadata() {
        return opened(".metadata.json");
    }

    /** Files opened since the reset whose names end so. */
    public static List<String> opened(String end) {
        return OPENED.stream().filter(name -> name.endsWith(end)).toList();
    }

    /** A read of a location that has this in it never answers. */
    public static void silence(String part) {
        silent = part;
    }

    /** Silent reads do not even hear an interrupt. */
    public static void deafen() {
        deaf = true;
    }

    @Override
    public InputFile newInputFile(String location) {
        OPENED.add(location);
        if (!silent.isEmpty() && location.contains(silent)) {
            waitForEver();
        }
        return files.newInputFile(location);
    }

    private static void waitForEver() {
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                never.await();
            } catch (InterruptedException e) {
                if (!deaf) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return files.newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
        if (DELETIONS_LEFT.getAndDecrement() <= 0) {
            throw new IllegalStateException("the store takes no deletion");
        }
        files.deleteFile(location);
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        return files.listPrefix(prefix);
    }

    @Override
    public void deletePrefix(String prefix) {
        files.deletePrefix(prefix);
    }

    @Override
    public void initialize(Map<String, String> properties) {}
}
