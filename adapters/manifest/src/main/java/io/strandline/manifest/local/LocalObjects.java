package io.strandline.manifest.local;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ObjectStat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Files of {@code file:} locations without a host. A copy is another link to the same bytes, which never change: it is there
 * whole or not at all, and never over another file. Where a file system has no links, bytes are copied beside the target and
 * moved to it. Stateless.
 */
public final class LocalObjects implements ManifestObjects {
    private final boolean links;
    private final Sync sync;

    /** Makes a file, or what names a directory has, survive a loss of power. */
    interface Sync {
        void force(Path path) throws IOException;
    }

    /** Files, linked where that can be. */
    public LocalObjects() {
        this(true);
    }

    /** For tests: as on a file system without links. */
    LocalObjects(boolean links) {
        this(links, LocalObjects::force);
    }

    /** For tests: on a disk that fails. */
    LocalObjects(boolean links, Sync sync) {
        this.links = links;
        this.sync = sync;
    }

    @Override
    public Optional<ObjectStat> stat(Location object) {
        try {
            BasicFileAttributes seen = Files.readAttributes(path(object), BasicFileAttributes.class);
            return Optional.of(new ObjectStat(seen.size(), etag(seen)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unanswered(object, "be looked for", e);
        }
    }

    /** Tells files apart that were one after the other at a path. */
    private static String etag(BasicFileAttributes seen) {
        return seen.fileKey() + "-" + seen.lastModifiedTime().to(TimeUnit.NANOSECONDS) + "-" + seen.size();
    }

    @Override
    public Copied copy(Location source, Location target, Runnable checkpoint) {
        Path from = path(source);
        Path to = path(target);
        try {
            sync.force(from);
            Copied copied = links ? link(from, to) : move(from, to);
            sync.force(directory(to));
            return copied;
        } catch (NoSuchFileException e) {
            if (Files.notExists(from)) {
                return Copied.NO_SOURCE;
            }
            throw unanswered(target, "be written", e);
        } catch (IOException e) {
            throw unanswered(target, "be written", e);
        }
    }

    @Override
    public void persist(Location object) {
        try {
            sync.force(directory(path(object)));
        } catch (IOException e) {
            throw unanswered(object, "be kept", e);
        }
    }

    private Copied link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
            return Copied.DONE;
        } catch (FileAlreadyExistsException e) {
            return Copied.TARGET_EXISTS;
        } catch (NoSuchFileException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            return move(from, to);
        }
    }

    /** What a crash leaves half-way is named as a staged manifest is, and found as one. */
    private Copied move(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            return Copied.TARGET_EXISTS;
        }
        Path beside = to.resolveSibling(to.getFileName() + "-" + UUID.randomUUID());
        try {
            Files.copy(from, beside);
            sync.force(beside);
            Files.move(beside, to);
            return Copied.DONE;
        } catch (FileAlreadyExistsException e) {
            return Copied.TARGET_EXISTS;
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path directory(Path file) {
        Path directory = file.getParent();
        return directory == null ? file : directory;
    }

    @Override
    public void remove(Location object) {
        try {
            Files.deleteIfExists(path(object));
        } catch (IOException e) {
            throw unanswered(object, "be removed", e);
        }
    }

    @Override
    public Optional<InputStream> read(Location object) throws IOException {
        try {
            return Optional.of(Files.newInputStream(path(object)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    @SuppressWarnings({"resource", "StreamResourceLeak"}) // closed with the stream
    public Stream<Listed> list(Location directory, String beginning) {
        DirectoryStream<Path> files;
        try {
            files = Files.newDirectoryStream(
                    path(directory), file -> String.valueOf(file.getFileName()).startsWith(beginning));
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (IOException e) {
            throw unanswered(directory, "be listed", e);
        }
        Iterator<Path> each = files.iterator();
        return Stream.iterate(next(directory, each), Optional::isPresent, last -> next(directory, each))
                .flatMap(file -> listed(directory, file.orElseThrow()).stream())
                .onClose(() -> close(directory, files));
    }

    private static Optional<Path> next(Location directory, Iterator<Path> files) {
        try {
            return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
        } catch (DirectoryIteratorException e) {
            throw unanswered(directory, "be listed", e);
        }
    }

    private static void close(Location directory, DirectoryStream<Path> files) {
        try {
            files.close();
        } catch (IOException e) {
            throw unanswered(directory, "be listed", e);
        }
    }

    /** Empty for a directory, and for a file that went since it was listed. */
    private static Optional<Listed> listed(Location directory, Path file) {
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
            return seen.isDirectory()
                    ? Optional.empty()
                    : Optional.of(new Listed(String.valueOf(file.getFileName()), seen.size()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unanswered(directory, "be listed", e);
        }
    }

    private static Path path(Location object) {
        if (!object.scheme().equals("file") || !object.authority().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    object + ": it is on no file system of this machine. Write it like file:///path.");
        }
        try {
            Path path = Path.of(object.path());
            if (path.isAbsolute()) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw unanswered(object, "be looked for", e);
        }
        throw new StrandlineException(
                ErrorCode.BAD_ARGUMENT, object + ": the path is not absolute, so it names no certain file.");
    }

    private static StrandlineException unanswered(Location object, String what, Exception e) {
        return new StrandlineException(
                ErrorCode.BACKEND,
                object + " could not " + what + ": " + StrandlineException.describe(e)
                        + ". Check its permissions, its disk and its mounts.",
                e);
    }
}
