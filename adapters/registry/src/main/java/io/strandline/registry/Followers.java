package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves registrations that follow their source to where the source has moved: only when the table is seen to lie there, and
 * nobody else holds that place. One that cannot be moved keeps why in {@code last_error}. Thread-safe.
 */
public final class Followers {
    static final String FOLLOW = "registry.follow";

    private static final int LONGEST_ERROR = 1_000;

    private final Connections connections;
    private final Catalogs catalogs;
    private final Registrations registrations;
    private final Following following;
    private final Sources sources;
    private final LocationRules rules;

    /** Followers of those sources. */
    public Followers(
            Connections connections,
            Catalogs catalogs,
            Registrations registrations,
            Following following,
            Sources sources,
            LocationRules rules) {
        this.connections = connections;
        this.catalogs = catalogs;
        this.registrations = registrations;
        this.following = following;
        this.sources = sources;
        this.rules = rules;
    }

    /**
     * What came of a registration whose source is elsewhere.
     *
     * @param registration as it is after that
     * @param target where its source is; null if that is not known
     * @param reason why it was not moved: {@code dry_run}, {@code no_such_source}, {@code no_such_table}, {@code
     *     table_elsewhere}, {@code place_held}, {@code lookup_failed}, {@code changed}, {@code read_only} or {@code
     *     outcome_unknown}; {@code audit_failed}; null for a plain success
     * @param detail the case in words; empty if there is nothing to add
     */
    public record Followed(
            Registration registration,
            @Nullable Location target,
            boolean done,
            @Nullable String reason,
            String detail) {}

    /** What is to be done with a registration. */
    private sealed interface Verdict {}

    private record Stays() implements Verdict {}

    private record Goes(Location target, @Nullable String uuid) implements Verdict {}

    private record Cannot(@Nullable Location target, String reason, String message) implements Verdict {}

    /**
     * Moves what follows on a connection. Registrations that are where their source is have no row.
     *
     * @param dryRun say what would be moved, and change nothing
     * @throws StrandlineException {@code NO_SUCH_OBJECT}, {@code REFUSED} without scratch target, {@code READ_ONLY}, {@code
     *     NOT_ALLOWED}
     */
    public List<Followed> follow(String connection, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "follow");
        Connection on = connections.get(connection);
        List<String> namespace = on.requireWritable();
        List<Followed> rows = new ArrayList<>();
        for (Registration registration : following.in(on.name(), on.catalog(), namespace)) {
            call.checkpoint();
            Optional<Source> source = sourceOf(registration);
            follow(registration, source, dryRun, call).ifPresent(rows::add);
        }
        return rows;
    }

    /** The statement that does {@link #follow} for a connection; empty if nothing follows there, or nothing may be changed. */
    public Optional<String> callFor(String connection) {
        Connection on = connections.get(connection);
        boolean follows = !on.readOnly()
                && on.scratchTarget()
                        .filter(target ->
                                !following.in(on.name(), on.catalog(), target).isEmpty())
                        .isPresent();
        return follows
                ? Optional.of("CALL registry.follow(connection => " + SqlNames.literal(on.name()) + ")")
                : Optional.empty();
    }

    /** Checks that a caller may move what follows a source; looks at as many registrations as would be moved. */
    void requireGranted(Source source, int limit, Caller caller) {
        if (!caller.grants().all()) {
            SourcePlaces.requireGranted(source, registrations.bySource(source.kind(), source.id(), limit), caller);
        }
    }

    /** As {@link #follow}, for the registrations of one source on whatever connection, at most {@code limit} of them. */
    List<Followed> follow(Source source, int limit, boolean dryRun, CallContext call) {
        List<Followed> rows = new ArrayList<>();
        for (Registration registration : registrations.bySource(source.kind(), source.id(), limit)) {
            if (registration.follows() && call.caller().grants().connection(registration.connection())) {
                call.checkpoint();
                follow(registration, Optional.of(source), dryRun, call).ifPresent(rows::add);
            }
        }
        return rows;
    }

    private Optional<Source> sourceOf(Registration registration) {
        String id = registration.sourceId();
        return id == null ? Optional.empty() : sources.byId(registration.sourceKind(), id);
    }

    private Optional<Followed> follow(
            Registration registration, Optional<Source> source, boolean dryRun, CallContext call) {
        Verdict verdict = judge(registration, source, call);
        if (verdict instanceof Stays) {
            if (registration.lastError() != null && !dryRun) {
                following.note(registration.id(), null);
            }
            return Optional.empty();
        }
        if (verdict instanceof Cannot cannot) {
            return Optional.of(cannot(registration, cannot, dryRun, call));
        }
        Goes goes = (Goes) verdict;
        Location target = goes.target();
        if (dryRun) {
            return Optional.of(new Followed(registration, target, false, "dry_run", ""));
        }
        Outcome outcome =
                call.effects().carryOut(intent(registration, target), () -> moveNow(registration, target, call));
        if (outcome.done()) {
            return Optional.of(new Followed(
                    registration.movedTo(target, goes.uuid()), target, true, outcome.reason(), outcome.detail()));
        }
        following.note(registration.id(), Text.cut(outcome.detail(), LONGEST_ERROR));
        return Optional.of(new Followed(registration, target, false, outcome.reason(), outcome.detail()));
    }

    /** Proved again at the moment of the move. */
    private Outcome moveNow(Registration registration, Location target, CallContext call) {
        Verdict now = judge(registration, sourceOf(registration), call);
        if (now instanceof Cannot cannot) {
            return Outcome.refused(cannot.reason(), cannot.message());
        }
        return now instanceof Goes goes
                        && rules.same(goes.target(), target)
                        && following.move(registration, target, goes.uuid())
                ? Outcome.ofDone()
                : Outcome.refused("changed", "somebody else changed registration " + registration.id() + " meanwhile.");
    }

    private Followed cannot(Registration registration, Cannot cannot, boolean dryRun, CallContext call) {
        String error = Text.cut(cannot.message(), LONGEST_ERROR);
        // the same again is no news: it would fill the audit at each pass
        if (!dryRun && !error.equals(registration.lastError())) {
            call.effects().refuse(intent(registration, cannot.target()), cannot.reason(), error);
            following.note(registration.id(), error);
        }
        return new Followed(registration, cannot.target(), false, cannot.reason(), cannot.message());
    }

    private Verdict judge(Registration registration, Optional<Source> source, CallContext call) {
        if (source.isEmpty()) {
            return new Cannot(
                    null,
                    "no_such_source",
                    registration.table() + ": the source it follows, "
                            + registration.sourceKind().text() + " \""
                            + registration.sourceId() + "\", is not known. Say where it is with CALL"
                            + " register_source(...), or unregister " + registration.id() + ".");
        }
        Location target = source.orElseThrow().directory();
        if (rules.same(registration.location(), target)) {
            return new Stays();
        }
        try {
            return judge(registration, target, call);
        } catch (StrandlineException e) {
            if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.TIMED_OUT) {
                throw e;
            }
            return new Cannot(target, "lookup_failed", String.valueOf(e.getMessage()));
        }
    }

    private Verdict judge(Registration registration, Location target, CallContext call) {
        Optional<Connection> connection = connections.find(registration.connection());
        if (connection.isEmpty() || connection.orElseThrow().readOnly()) {
            return new Cannot(
                    target,
                    "read_only",
                    "connection \"" + registration.connection() + "\" is read only, or not configured any more.");
        }
        Optional<TableState> table =
                catalogs.get(registration.table().catalog()).describe(registration.table(), call);
        if (table.isEmpty()) {
            return new Cannot(
                    target,
                    "no_such_table",
                    registration.table() + " does not exist, so it cannot follow its source to " + target + ".");
        }
        String actual = table.orElseThrow().location();
        if (actual.isBlank() || !rules.same(Location.parse(actual), target)) {
            return new Cannot(
                    target,
                    "table_elsewhere",
                    registration.table() + " lies at " + actual + ", and its source has moved to " + target
                            + ". Make the table anew over " + target + "; the registration follows then.");
        }
        return holder(registration, target)
                .<Verdict>map(other -> new Cannot(
                        target,
                        "place_held",
                        target + " is held by registration " + other.id() + " (" + other.table()
                                + "). Unregister one of" + " the two."))
                .orElseGet(() -> new Goes(target, table.orElseThrow().uuid()));
    }

    /** Another registration of the same connection and namespace at that place. */
    private Optional<Registration> holder(Registration registration, Location target) {
        return registrations.at(target).stream()
                .filter(other -> !other.id().equals(registration.id()))
                .filter(other -> other.connection().equals(registration.connection())
                        && other.table().catalog().equals(registration.table().catalog())
                        && other.table().namespace().equals(registration.table().namespace()))
                .filter(other -> rules.same(other.location(), target))
                .findFirst();
    }

    private static Intent intent(Registration registration, @Nullable Location target) {
        return new Intent(
                FOLLOW,
                SqlNames.quoteIfNeeded(registration.connection()) + ": " + registration.table(),
                object().put("registration_id", registration.id())
                        .put("from", registration.location().text())
                        .put("location", target == null ? "" : target.text())
                        .toString());
    }

    /** Who finds out how a move ended: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                FOLLOW,
                intent -> registrations
                        .byId(field(intent, "registration_id"))
                        .filter(kept -> rules.same(kept.location(), Location.parse(field(intent, "location"))))
                        .map(kept -> Outcome.ofDone())
                        .orElseGet(() -> Outcome.refused(
                                "exec_failed", "the store shows that " + intent.target() + " was left where it was.")));
    }
}
