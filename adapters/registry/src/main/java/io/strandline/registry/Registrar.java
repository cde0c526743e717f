package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;
import static io.strandline.registry.ChangeAnswers.refusal;
import static io.strandline.registry.ChangeAnswers.requireDone;

import io.strandline.catalog.Catalogs;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes and forgets registrations (REC-16). Thread-safe. */
public final class Registrar {
    static final String REGISTER = "registry.register";
    static final String ADOPT = "registry.adopt";
    static final String UNREGISTER = "registry.unregister";

    private final Connections connections;
    private final Registrations registrations;
    private final RegistrationChecks checks;
    private final Supplier<String> ids;

    /** A registrar that looks into no directory. */
    public Registrar(
            Connections connections,
            Catalogs catalogs,
            Registrations registrations,
            Sources sources,
            LocationRules rules,
            Supplier<String> ids) {
        this(connections, catalogs, registrations, sources, null, rules, ids);
    }

    /**
     * A registrar.
     *
     * @param locator looks into the directories of sources; null if nobody can
     * @param ids gives an id never given before at each call
     */
    public Registrar(
            Connections connections,
            Catalogs catalogs,
            Registrations registrations,
            Sources sources,
            @Nullable Locator locator,
            LocationRules rules,
            Supplier<String> ids) {
        this.connections = connections;
        this.registrations = registrations;
        this.checks = new RegistrationChecks(catalogs, registrations, sources, new OwnDirectory(locator, rules), rules);
        this.ids = ids;
    }

    /** Why a registration is not made: a stable word, and the case in words. */
    public record Objection(String reason, String message) {}

    /**
     * Registers a table that exists. The same registration again by the same user changes nothing and is done.
     *
     * @throws StrandlineException {@code REFUSED} if the name is held (the holder is named), a name differs from it only by
     *     case, or the table lies elsewhere; {@code NO_SUCH_TABLE} if there is none; {@code READ_ONLY}; {@code NOT_ALLOWED}
     */
    public Registered register(RegisterRequest request, CallContext call) {
        return register(REGISTER, request, Optional::empty, Optional::empty, call);
    }

    /**
     * Registers a table that exists and of which more has to hold than that.
     *
     * @param before looks for what stands against it, before the change is begun
     * @param whenKept looks once more, when the registration is kept
     * @throws StrandlineException as {@link #register} does, and {@code REFUSED} with the objection
     */
    public Registered adopt(
            RegisterRequest request,
            Supplier<Optional<Objection>> before,
            Supplier<Optional<Objection>> whenKept,
            CallContext call) {
        return register(ADOPT, request, before, whenKept, call);
    }

    private Registered register(
            String action,
            RegisterRequest request,
            Supplier<Optional<Objection>> before,
            Supplier<Optional<Objection>> whenKept,
            CallContext call) {
        call.caller().require(Role.OPERATOR, action.equals(ADOPT) ? "adopt" : "register");
        Connection connection = connections.get(request.connection());
        connection.requireWritable();
        String id = ids.get();
        Intent intent = new Intent(
                action,
                target(connection.name(), connection.table(request.tableName()).toString()),
                object().put("registration_id", id).toString());
        RegistrationChecks.Verdict verdict = checks.check(id, connection, request, call);
        if (verdict instanceof RegistrationChecks.Held held) {
            return new Registered(held.registration(), true, "unchanged");
        }
        if (verdict instanceof RegistrationChecks.Not not) {
            throw refusal(intent, not.reason(), not.message(), request.dryRun(), call);
        }
        Optional<Objection> against = before.get();
        if (against.isPresent()) {
            Objection found = against.orElseThrow();
            throw refusal(intent, found.reason(), found.message(), request.dryRun(), call);
        }
        Registration wanted = ((RegistrationChecks.Free) verdict).registration();
        if (request.dryRun()) {
            return new Registered(wanted, false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> whenKept.get()
                                .map(found -> Outcome.refused(found.reason(), found.message()))
                                .orElseGet(() -> insert(wanted)));
        return new Registered(wanted, true, requireDone(outcome, "registration of " + wanted.table()));
    }

    private Outcome insert(Registration wanted) {
        return registrations.insert(wanted)
                ? Outcome.ofDone()
                : registrations
                        .byName(wanted.connection(), wanted.table())
                        .map(holder -> Outcome.refused("registered", RegistrationChecks.heldBy(holder)))
                        .orElseGet(() -> Outcome.refused(
                                "registered",
                                "another registration of " + wanted.table()
                                        + " was made and forgotten at the same moment. Try again."));
    }

    /** The intent to forget a registration. */
    static Intent forgetting(Registration registration) {
        return new Intent(
                UNREGISTER,
                target(registration.connection(), registration.table().toString()),
                object().put("registration_id", registration.id()).toString());
    }

    /**
     * Forgets a registration; the table stays.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}, {@code READ_ONLY}, {@code NOT_ALLOWED}
     */
    public Registered unregister(String registrationId, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "unregister");
        Registration registration = registrations
                .byId(registrationId)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no registration " + SqlNames.literal(Text.cut(registrationId, 200))
                                + ". SELECT registration_id FROM registry.registrations lists them."));
        call.caller().requireConnection(registration.connection());
        connections.find(registration.connection()).ifPresent(Connection::requireNotReadOnly);
        if (dryRun) {
            return new Registered(registration, false, "dry_run");
        }
        Outcome outcome = call.effects().carryOut(forgetting(registration), () -> {
            boolean was = registrations.delete(registrationId);
            return was ? Outcome.ofDone() : new Outcome.Done("unchanged", "somebody else forgot it at the same moment");
        });
        return new Registered(registration, true, requireDone(outcome, "unregistering " + registrationId));
    }

    /** Who finds out how a change of the registrations ended: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                REGISTER, intent -> kept(intent).isPresent() ? Outcome.ofDone() : notMade(intent),
                ADOPT, intent -> kept(intent).isPresent() ? Outcome.ofDone() : notMade(intent),
                UNREGISTER, intent -> kept(intent).isPresent() ? notMade(intent) : Outcome.ofDone());
    }

    private Optional<Registration> kept(Intent intent) {
        return registrations.byId(field(intent, "registration_id"));
    }

    private static Outcome notMade(Intent intent) {
        return Outcome.refused("exec_failed", "the store shows that " + intent.target() + " was left as it was.");
    }

    private static String target(String connection, String table) {
        return SqlNames.quoteIfNeeded(connection) + ": " + table;
    }
}
