package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;
import static io.strandline.registry.ChangeAnswers.refusal;
import static io.strandline.registry.ChangeAnswers.requireDone;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes stored files known and forgets them; their objects are never touched. Thread-safe. */
public final class SourceRegistrar {
    static final String REGISTER = "registry.register_source";
    static final String UNREGISTER = "registry.unregister_source";

    private final Sources sources;
    private final Registrations registrations;
    private final LocationRules rules;

    /** A registrar of sources. */
    public SourceRegistrar(Sources sources, Registrations registrations, LocationRules rules) {
        this.sources = sources;
        this.registrations = registrations;
        this.rules = rules;
    }

    /**
     * What came of a change to a source.
     *
     * @param reason {@code dry_run}, {@code unchanged}, {@code audit_failed}; null for a plain success
     */
    public record Changed(
            Source source, boolean done, @Nullable String reason) {}

    /**
     * Makes a stored file known. The same again changes nothing and is done.
     *
     * @param directory the file's own directory; null for the one its object lies in
     * @throws StrandlineException {@code REFUSED} if the id is taken by another place, {@code BAD_ARGUMENT} if the object
     *     lies outside of the directory, {@code NOT_ALLOWED}
     */
    public Changed register(
            SourceKind kind,
            String id,
            Location object,
            @Nullable Location directory,
            boolean dryRun,
            CallContext call) {
        call.caller().require(Role.OPERATOR, "register_source");
        Location own = directory == null ? object.directory() : directory;
        if (!rules.isStrictlyBelow(own, object)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "object " + object + " does not lie below the directory " + own
                            + ". Give the object's own directory, or leave it out.");
        }
        Source wanted = new Source(kind, id, object, own, call.caller().user(), call.startedAt());
        Intent intent = intent(REGISTER, kind, id);
        Optional<Source> there = sources.byId(kind, id);
        if (there.isPresent()) {
            Source other = there.orElseThrow();
            if (rules.same(other.object(), object) && rules.same(other.directory(), own)) {
                return new Changed(other, true, "unchanged");
            }
            throw refusal(intent, "registered", taken(other), dryRun, call);
        }
        if (dryRun) {
            return new Changed(wanted, false, "dry_run");
        }
        Outcome outcome = call.effects().carryOut(intent, () -> insert(wanted));
        return new Changed(wanted, true, requireDone(outcome, "registration of " + name(kind, id)));
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
     * @throws StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} while a registration comes from it;
     *     {@code NOT_ALLOWED}
     */
    public Changed unregister(SourceKind kind, String id, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "unregister_source");
        Source source = sources.byId(kind, id)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no " + name(kind, id) + ". SELECT source_kind, source_id FROM registry.sources lists them."));
        Intent intent = intent(UNREGISTER, kind, id);
        List<Registration> users = registrations.bySource(kind, id, 1);
        if (!users.isEmpty()) {
            Registration user = users.get(0);
            String message = name(kind, id) + " is the source of registration " + user.id() + " (" + user.table()
                    + "). Unregister that first.";
            throw refusal(intent, "in_use", message, dryRun, call);
        }
        if (dryRun) {
            return new Changed(source, false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> sources.delete(kind, id)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else forgot it at the same moment"));
        return new Changed(source, true, requireDone(outcome, "unregistering " + name(kind, id)));
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

    private static Intent intent(String action, SourceKind kind, String id) {
        return new Intent(
                action,
                name(kind, id),
                object().put("source_kind", kind.text()).put("source_id", id).toString());
    }

    private static String taken(Source other) {
        return name(other.kind(), other.id()) + " is already known, at " + other.object() + " by user \""
                + other.registeredBy() + "\". Take another id, or unregister that one first.";
    }

    private static String name(SourceKind kind, String id) {
        return "source " + kind.text() + " \"" + Text.cut(id, 200) + "\"";
    }
}
