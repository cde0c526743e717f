package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestUpkeep;
import java.util.List;

/** Where datasets lie whose manifests are committed by SQL. */
public final class ManifestSettings {
    private ManifestSettings() {}

    /**
     * The prefixes below which they may lie.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key of one that is no place
     */
    public static List<Location> locations(GatewayConfig config) {
        return config.manifests().locations().stream()
                .map(ManifestSettings::location)
                .toList();
    }

    /**
     * How many objects of a dataset are examined at once.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} unless it is positive
     */
    public static int mostObjects(GatewayConfig config) {
        Integer most = config.manifests().mostObjects();
        if (most != null && most < 1) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION, "key manifests.most_objects is " + most + "; it must be at least 1");
        }
        return most == null ? ManifestUpkeep.DEFAULT_MOST : most;
    }

    private static Location location(String text) {
        try {
            Location location = Location.parse(text);
            boolean local = location.scheme().equals("file");
            if (local ? isAbsolute(location) : !location.authority().isEmpty()) {
                return location;
            }
        } catch (StrandlineException e) {
            throw wrong(text, e.getMessage());
        }
        throw wrong(text, "it names no certain place");
    }

    private static boolean isAbsolute(Location location) {
        return !location.path().isEmpty() && location.path().charAt(0) == '/';
    }

    private static StrandlineException wrong(String text, String why) {
        return new StrandlineException(
                ErrorCode.CONFIGURATION,
                "key manifests.locations has \"" + text + "\": " + why
                        + "; write it like s3://bucket/path or file:///path");
    }
}
