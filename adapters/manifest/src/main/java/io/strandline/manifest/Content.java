package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** What objects hold, read in pieces. */
final class Content {
    private static final int PIECE = 1 << 16;

    private Content() {}

    /** Whether both are there and do not hold the same. */
    static boolean differ(ManifestObjects objects, Location one, Location other) {
        try (InputStream first = objects.read(one).orElse(null);
                InputStream second = first == null ? null : objects.read(other).orElse(null)) {
            if (first == null || second == null) {
                return false;
            }
            byte[] piece;
            do {
                piece = first.readNBytes(PIECE);
                if (!Arrays.equals(piece, second.readNBytes(PIECE))) {
                    return true;
                }
            } while (piece.length > 0);
            return false;
        } catch (IOException e) {
            throw unread(one + " or " + other, e);
        }
    }

    /** The SHA-256 of an object, in hexadecimal digits; empty if it is not there. */
    static Optional<String> digest(ManifestObjects objects, Location object) {
        try (InputStream bytes = objects.read(object).orElse(null)) {
            if (bytes == null) {
                return Optional.empty();
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] piece = bytes.readNBytes(PIECE); piece.length > 0; piece = bytes.readNBytes(PIECE)) {
                digest.update(piece);
            }
            return Optional.of(HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw unread(object.text(), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static StrandlineException unread(String what, IOException e) {
        return new StrandlineException(
                ErrorCode.BACKEND,
                what + " could not be read: " + StrandlineException.describe(e) + ". Try again, or look at its store.",
                e);
    }
}
