package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileInfo;
import org.jspecify.annotations.Nullable;

/**
 * The files below a local directory, a directory in memory at a time. Links are not followed, and are no files: what they point
 * at lies elsewhere. Used by one thread.
 */
final class LocalListing implements Iterator<FileInfo> {
    private final String root;
    private final Path rootPath;
    private final Deque<Path> directories = new ArrayDeque<>();
    private Iterator<Path> entries = Stream.<Path>empty().iterator();
    private @Nullable FileInfo next;

    /**
     * A listing.
     *
     * @param root as the files' locations shall begin
     */
    LocalListing(String root) {
        this.root = root.endsWith("/") ? root : root + "/";
        this.rootPath = LocalPaths.of(root);
        if (Files.isDirectory(rootPath, LinkOption.NOFOLLOW_LINKS)) {
            directories.add(rootPath);
        }
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (entries.hasNext()) {
                look(entries.next());
            } else if (directories.isEmpty()) {
                return false;
            } else {
                entries = entriesOf(directories.pop());
            }
        }
        return true;
    }

    @Override
    public FileInfo next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        FileInfo file = next;
        next = null;
        return file;
    }

    private static Iterator<Path> entriesOf(Path directory) {
        try (Stream<Path> listed = Files.list(directory)) {
            return listed.toList().iterator();
        } catch (java.nio.file.NoSuchFileException e) {
            // gone since it was listed
            return Stream.<Path>empty().iterator();
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot list %s", directory);
        } catch (UncheckedIOException e) {
            throw new RuntimeIOException(e.getCause(), "Cannot list %s", directory);
        }
    }

    private void look(Path path) {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (java.nio.file.NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot look at %s", path);
        }
        if (attributes.isDirectory()) {
            directories.push(path);
        } else if (attributes.isRegularFile()) {
            next = new FileInfo(
                    root + rootPath.relativize(path),
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis());
        }
    }
}
