package io.strandline.registry.local;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Locator;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Looks for {@code file:} locations without a host on this machine. Stateless. */
public final class LocalFileLocator implements Locator {
    @Override
    public boolean exists(Location object, CallContext call) {
        call.checkpoint();
        Path path = path(object);
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw unanswered(object, e);
        }
    }

    @Override
    public Children children(Location directory, int limit, CallContext call) {
        List<Location> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(directory))) {
            for (Path entry : entries) {
                call.checkpoint();
                if (found.size() == limit) {
                    return new Children(found, true);
                }
                found.add(directory.resolve(entry.getFileName() + (Files.isDirectory(entry) ? "/" : "")));
            }
            return new Children(found, false);
        } catch (NoSuchFileException e) {
            return new Children(List.of(), false);
        } catch (IOException | DirectoryIteratorException e) {
            throw unanswered(directory, e);
        }
    }

    private static Path path(Location object) {
        if (!object.scheme().equals("file") || !object.authority().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    object + ": no locator for " + object.scheme() + "://" + object.authority()
                            + "; only local files are looked for.");
        }
        try {
            Path path = Path.of(object.path());
            if (!path.isAbsolute()) {
                throw new StrandlineException(
                        ErrorCode.BACKEND, object + ": the path is not absolute, so it names no certain file.");
            }
            return path;
        } catch (InvalidPathException e) {
            throw unanswered(object, e);
        }
    }

    private static StrandlineException unanswered(Location object, Exception e) {
        return new StrandlineException(
                ErrorCode.BACKEND,
                object + ": the file system did not say whether it exists: " + StrandlineException.describe(e)
                        + ". Check its permissions and mounts.",
                e);
    }
}
