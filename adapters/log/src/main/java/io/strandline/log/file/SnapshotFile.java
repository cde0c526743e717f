package io.strandline.log.file;

import io.strandline.log.Bytes;
import io.strandline.log.LogRecord;
import io.strandline.log.SnapshotStore;
import io.strandline.log.ViewSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The file of a view's snapshot (LOG-14): a magic number, the version of the format, the snapshot, and the CRC-32C of all
 * that. It is written beside, forced to disk and renamed, and its directory is forced too: a crash leaves the old one or the
 * new one.
 *
 * @param file where it is; one view has it alone
 */
public record SnapshotFile(Path file) implements SnapshotStore {
    private static final long MAGIC = 0x5354_524e_4456_4945L;
    private static final int VERSION = 1;

    private static final int CHECKSUM_BYTES = Long.BYTES;

    public SnapshotFile {
        file = file.toAbsolutePath().normalize();
    }

    @Override
    public Optional<ViewSnapshot> read() throws IOException {
        try {
            requireWhole();
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
                return Optional.of(read(in));
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Before anything of it is believed, a length for example. */
    private void requireWhole() throws IOException {
        long covered = Files.size(file) - CHECKSUM_BYTES;
        if (covered < Long.BYTES + Integer.BYTES) {
            throw new IOException("it is cut off");
        }
        CRC32C checksum = new CRC32C();
        try (InputStream open = new BufferedInputStream(Files.newInputStream(file))) {
            DataInputStream in = new DataInputStream(new CheckedInputStream(open, checksum));
            long magic = in.readLong();
            int version = in.readInt();
            in.skipNBytes(covered - Long.BYTES - Integer.BYTES);
            long computed = checksum.getValue();
            if (magic != MAGIC || in.readLong() != computed) {
                throw new IOException("it is damaged or cut off");
            }
            if (version != VERSION) {
                throw new IOException("its format is version " + version + ", this build reads " + VERSION);
            }
        }
    }

    private static ViewSnapshot read(DataInputStream in) throws IOException {
        in.readLong();
        in.readInt();
        String identity = in.readUTF();
        Instant whole = Instant.ofEpochMilli(in.readLong());
        int partitions = in.readInt();
        List<ViewSnapshot.Part> parts = new ArrayList<>(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            long applied = in.readLong();
            int many = in.readInt();
            List<LogRecord> records = new ArrayList<>(many);
            for (int i = 0; i < many; i++) {
                records.add(new LogRecord(
                        partition, in.readLong(), Instant.ofEpochMilli(in.readLong()), readBytes(in), readBytes(in)));
            }
            parts.add(new ViewSnapshot.Part(applied, records));
        }
        return new ViewSnapshot(identity, whole, parts);
    }

    private static Bytes readBytes(DataInputStream in) throws IOException {
        byte[] content = new byte[in.readInt()];
        in.readFully(content);
        return Bytes.copyOf(content);
    }

    @Override
    public void write(ViewSnapshot snapshot) throws IOException {
        Path directory = file.getParent();
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            CRC32C checksum = new CRC32C();
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            DataOutputStream data = new DataOutputStream(new CheckedOutputStream(out, checksum));
            write(data, snapshot);
            data.writeLong(checksum.getValue());
            data.flush();
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (directory != null) {
            try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    private static void write(DataOutputStream out, ViewSnapshot snapshot) throws IOException {
        out.writeLong(MAGIC);
        out.writeInt(VERSION);
        out.writeUTF(snapshot.identity());
        out.writeLong(snapshot.whole().toEpochMilli());
        out.writeInt(snapshot.partitions().size());
        for (ViewSnapshot.Part part : snapshot.partitions()) {
            out.writeLong(part.applied());
            out.writeInt(part.records().size());
            for (LogRecord kept : part.records()) {
                out.writeLong(kept.offset());
                out.writeLong(kept.time().toEpochMilli());
                writeBytes(out, kept.key());
                writeBytes(out, kept.value());
            }
        }
    }

    private static void writeBytes(DataOutputStream out, @Nullable Bytes bytes) throws IOException {
        byte[] content = bytes == null ? new byte[0] : bytes.toArray();
        out.writeInt(content.length);
        out.write(content);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
