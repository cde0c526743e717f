package io.strandline.registry;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a source's places may be, and how a source is named. */
final class SourcePlaces {
    private SourcePlaces() {}

    /**
     * The directory of a source.
     *
     * @param given null for the one its object lies in; a webhook has no object, and names the directory it delivers to
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} if the object does not lie below the directory
     */
    static Location directory(SourceKind kind, Location object, @Nullable Location given, LocationRules rules) {
        if (kind == SourceKind.WEBHOOK) {
            if (given != null && !rules.same(given, object)) {
                throw new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "a webhook has no object: object_location is the directory it delivers to, " + object
                                + ". Leave directory out.");
            }
            return object;
        }
        Location own = given == null ? object.directory() : given;
        if (!rules.isStrictlyBelow(own, object)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "object " + object + " does not lie below the directory " + own
                            + ". Give the object's own directory, or leave it out.");
        }
        return own;
    }

    static String name(SourceKind kind, String id) {
        return "source " + kind.text() + " \"" + Text.cut(id, 200) + "\"";
    }

    /** The source of that kind and id. */
    static Source require(Sources sources, SourceKind kind, String id) {
        return sources.byId(kind, id)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no " + name(kind, id) + ". SELECT source_kind, source_id FROM registry.sources lists them."));
    }

    /** Whether two sources are at the same places. */
    static boolean same(Source one, Source other, LocationRules rules) {
        return rules.same(one.object(), other.object()) && rules.same(one.directory(), other.directory());
    }

    /**
     * Checks that a caller who is limited to some connections names no place of another connection: what is known there can
     * prove something about that connection's tables (GW-3, REC-9).
     *
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED}
     */
    static void requireOwnPlace(Location directory, Connections connections, LocationRules rules, Caller caller) {
        boolean ofOthers = connections.all().stream()
                .filter(connection -> !caller.grants().connection(connection.name()))
                .anyMatch(connection -> meets(connection, directory, rules));
        boolean own = connections.all().stream()
                .filter(connection -> caller.grants().connection(connection.name()))
                .anyMatch(connection -> meets(connection, directory, rules));
        if (ofOthers && !own) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    directory + " belongs to a connection that is not granted to user \"" + caller.user()
                            + "\". Name a place of your own, or ask a user who is not limited.");
        }
    }

    private static boolean meets(Connection connection, Location directory, LocationRules rules) {
        return connection.externalLocations().stream()
                .anyMatch(prefix -> rules.contains(prefix, directory) || rules.contains(directory, prefix));
    }

    /**
     * Checks that a caller who is limited to some connections made the source known, and that what comes from it is on those
     * (GW-3).
     *
     * @param users registrations that come from it
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED}
     */
    static void requireGranted(Source source, List<Registration> users, Caller caller) {
        if (!caller.grants().all() && !source.registeredBy().equals(caller.user())) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    name(source.kind(), source.id()) + " was made known by another user, and user \"" + caller.user()
                            + "\" is limited to some connections. Ask that user, or one who is not limited.");
        }
        users.forEach(user -> caller.requireConnection(user.connection()));
    }
}
