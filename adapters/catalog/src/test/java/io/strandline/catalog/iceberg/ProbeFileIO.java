package io.strandline.catalog.iceberg;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Local files that are watched: which were opened to read, and which one never answers. */
public final class ProbeFileIO implements FileIO {
    private static final long serialVersionUID = 1L;

    private static final List<String> OPENED = new CopyOnWriteArrayList<>();
    private static volatile String silent = "";
    private static volatile boolean deaf;

    private final LocalFileIO files = new LocalFileIO();

    public ProbeFileIO() {}

    /** Nothing opened, everything answers. */
    public static void reset() {
        OPENED.clear();
        silent = "";
        deaf = false;
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
        files.deleteFile(location);
    }

    @Override
    public void initialize(Map<String, String> properties) {}
}
