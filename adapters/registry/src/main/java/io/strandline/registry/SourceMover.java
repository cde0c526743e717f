package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;
import static io.strandline.registry.ChangeAnswers.requireDone;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says that a source has moved, and takes along the registrations that follow it. No object is touched. Thread-safe. */
public final class SourceMover {
    static final String MOVE = "registry.move_source";
    /** Registrations taken along in one call; the next CALL follow takes the others. */
    private static final int MOST_FOLLOWERS = 10_000;

    private final Connections connections;
    private final Sources sources;
    private final SourceMoves moves;
    private final Followers followers;
    private final LocationRules rules;

    /** A mover of those sources. */
    public SourceMover(
            Connections connections, Sources sources, SourceMoves moves, Followers followers, LocationRules rules) {
        this.connections = connections;
        this.sources = sources;
        this.moves = moves;
        this.followers = followers;
        this.rules = rules;
    }

    /**
     * Moves a source to a new place.
     *
     * @param directory the source's own directory; null for the one its object lies in
     * @return the source, then each registration that follows it and was not there already
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT}; {@code BAD_ARGUMENT} if the object lies
     *     outside of the directory; {@code REFUSED} if somebody else moved it meanwhile; {@code NOT_ALLOWED}
     */
    public List<SourceChange> move(
            SourceKind kind,
            String id,
            Location object,
            @Nullable Location directory,
            boolean dryRun,
            CallContext call) {
        call.caller().require(Role.OPERATOR, "move_source");
        Source there = SourcePlaces.require(sources, kind, id);
        followers.requireGranted(there, MOST_FOLLOWERS, call.caller());
        Location own = SourcePlaces.directory(kind, object, directory, rules);
        SourcePlaces.requireOwnPlace(own, connections, rules, call.caller());
        Source moved = new Source(kind, id, object, own, there.registeredBy(), there.registeredAt());
        List<SourceChange> rows = new ArrayList<>();
        if (SourcePlaces.same(there, moved, rules)) {
            rows.add(SourceChange.of(there, true, "unchanged"));
        } else if (dryRun) {
            rows.add(SourceChange.of(moved, false, "dry_run"));
        } else {
            Outcome outcome = call.effects().carryOut(intent(moved), () -> move(there, moved));
            rows.add(SourceChange.of(moved, true, requireDone(outcome, "moving " + SourcePlaces.name(kind, id))));
        }
        followers.follow(moved, MOST_FOLLOWERS, dryRun, call).stream()
                .map(row -> new SourceChange(moved, row.registration(), row.done(), row.reason(), row.detail()))
                .forEach(rows::add);
        return rows;
    }

    private Outcome move(Source there, Source moved) {
        return moves.move(there, moved)
                ? Outcome.ofDone()
                : Outcome.refused(
                        "changed",
                        SourcePlaces.name(there.kind(), there.id())
                                + " was moved or forgotten by somebody else at the same moment. Look at"
                                + " registry.sources and try again.");
    }

    private static Intent intent(Source moved) {
        return new Intent(
                MOVE,
                SourcePlaces.name(moved.kind(), moved.id()),
                object().put("source_kind", moved.kind().text())
                        .put("source_id", moved.id())
                        .put("object_location", moved.object().text())
                        .put("directory", moved.directory().text())
                        .toString());
    }

    /** Who finds out how a move ended: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                MOVE,
                intent -> sources.byId(SourceKind.of(field(intent, "source_kind")), field(intent, "source_id"))
                        .filter(kept -> rules.same(kept.object(), Location.parse(field(intent, "object_location")))
                                && rules.same(kept.directory(), Location.parse(field(intent, "directory"))))
                        .map(kept -> Outcome.ofDone())
                        .orElseGet(() -> Outcome.refused(
                                "exec_failed", "the store shows that " + intent.target() + " was left where it was.")));
    }
}
