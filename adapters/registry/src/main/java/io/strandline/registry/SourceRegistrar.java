package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;
import static io.strandline.registry.ChangeAnswers.refusal;
import static io.strandline.registry.ChangeAnswers.requireDone;
import static io.strandline.registry.SourcePlaces.name;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes sources known and forgets them; their objects are never touched. Thread-safe. */
public final class SourceRegistrar {
    static final String REGISTER = "registry.register_source";
    static final String UNREGISTER = "registry.unregister_source";

    private final Connections connections;
    private final Sources sources;
    private final Registrations registrations;
    private final LocationRules rules;

    /** A registrar of sources. */
    public SourceRegistrar(Connections connections, Sources sources, Registrations registrations, LocationRules rules) {
        this.connections = connections;
        this.sources = sources;
        this.registrations = registrations;
        this.rules = rules;
    }

    /**
     * Makes a source known. The same again changes nothing and is done.
     *
     * @param object a webhook has none: then it is the directory the webhook delivers to
     * @param directory the source's own directory; null for the one its object lies in
     * @throws io.strandline.common.StrandlineException {@code REFUSED} if the id is taken by another place, {@code BAD_ARGUMENT} if the object
     *     lies outside of the directory, {@code NOT_ALLOWED}
     */
    public SourceChange register(
            SourceKind kind,
            String id,
            Location object,
            @Nullable Location directory,
            boolean dryRun,
            CallContext call) {
        call.caller().require(Role.OPERATOR, "register_source");
        Location own = SourcePlaces.directory(kind, object, directory, rules);
        SourcePlaces.requireOwnPlace(own, connections, rules, call.caller());
        Source wanted = new Source(kind, id, object, own, call.caller().user(), call.startedAt());
        Intent intent = intent(REGISTER, kind, id);
        Optional<Source> there = sources.byId(kind, id);
        if (there.isPresent()) {
            Source other = there.orElseThrow();
            if (SourcePlaces.same(other, wanted, rules)) {
                return SourceChange.of(other, true, "unchanged");
            }
            throw refusal(intent, "registered", taken(other, call.caller()), dryRun, call);
        }
        if (dryRun) {
            return SourceChange.of(wanted, false, "dry_run");
        }
        Outcome outcome = call.effects().carryOut(intent, () -> insert(wanted));
        return SourceChange.of(wanted, true, requireDone(outcome, "registration of " + name(kind, id)));
    }

    private Outcome insert(Source wanted) {
        return sources.insert(wanted)
                ? Outcome.ofDone()
                : Outcome.refused(
                        "registered",
                        name(wanted.kind(), wanted.id()) + " was made known by somebody else at the same moment.");
    }

    /**
     * Forgets a stored file.
     *
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} while a registration comes from it;
     *     {@code NOT_ALLOWED}
     */
    public SourceChange unregister(SourceKind kind, String id, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "unregister_source");
        Source source = SourcePlaces.require(sources, kind, id);
        Intent intent = intent(UNREGISTER, kind, id);
        List<Registration> users = registrations.bySource(kind, id, 1);
        SourcePlaces.requireGranted(source, users, call.caller());
        if (!users.isEmpty()) {
            Registration user = users.get(0);
            String message = name(kind, id) + " is the source of registration " + user.id() + " (" + user.table()
                    + "). Unregister that first.";
            throw refusal(intent, "in_use", message, dryRun, call);
        }
        if (dryRun) {
            return SourceChange.of(source, false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> sources.delete(kind, id)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else forgot it at the same moment"));
        return SourceChange.of(source, true, requireDone(outcome, "unregistering " + name(kind, id)));
    }

    /** Who finds out how a change of the sources ended: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                REGISTER, intent -> kept(intent) ? Outcome.ofDone() : notMade(intent),
                UNREGISTER, intent -> kept(intent) ? notMade(intent) : Outcome.ofDone());
    }

    private boolean kept(Intent intent) {
        return sources.byId(SourceKind.of(field(intent, "source_kind")), field(intent, "source_id"))
                .isPresent();
    }

    private static Outcome notMade(Intent intent) {
        return Outcome.refused("exec_failed", "the store shows that " + intent.target() + " was left as it was.");
    }

    static Intent intent(String action, SourceKind kind, String id) {
        return new Intent(
                action,
                name(kind, id),
                object().put("source_kind", kind.text()).put("source_id", id).toString());
    }

    private static String taken(Source other, Caller caller) {
        if (!caller.maySeeRowsOf(other.registeredBy())) {
            return name(other.kind(), other.id()) + " is already known by another user. Take another id.";
        }
        return name(other.kind(), other.id()) + " is already known, at " + other.object() + " by user \""
                + other.registeredBy()
                + "\". If it has moved, say so with CALL move_source(...); if this is another one, take"
                + " another id.";
    }
}
