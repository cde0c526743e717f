package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.field;
import static io.strandline.registry.ChangeAnswers.object;
import static io.strandline.registry.ChangeAnswers.refusal;
import static io.strandline.registry.ChangeAnswers.requireDone;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says who writes a table, and forgets it; the table is never touched (CAT-10). Thread-safe. */
public final class SinkRegistrar {
    static final String REGISTER = "registry.register_sink";
    static final String UNREGISTER = "registry.unregister_sink";

    private static final int MOST_OF_A_DESCRIPTION = 4_000;

    private final Connections connections;
    private final Catalogs catalogs;
    private final Sinks sinks;

    /** A registrar of sinks. */
    public SinkRegistrar(Connections connections, Catalogs catalogs, Sinks sinks) {
        this.connections = connections;
        this.catalogs = catalogs;
        this.sinks = sinks;
    }

    /**
     * Registers a sink of a table that exists. The same again changes nothing and is done, whoever asks.
     *
     * @throws StrandlineException {@code NO_SUCH_TABLE}; {@code REFUSED} if the id is taken by a sink that differs, or the
     *     table is a view; {@code BAD_ARGUMENT}, {@code NOT_ALLOWED}
     */
    public SinkChange register(SinkRequest request, CallContext call) {
        call.caller().require(Role.OPERATOR, "register_sink");
        requireGranted(request.table(), call.caller());
        requireTexts(request);
        TableRef table = request.table();
        TableState state = catalogs.get(table.catalog())
                .describe(table, call)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE,
                        "no table " + table + " to register a sink of. Create it first, or list those there are with"
                                + " SELECT table_name FROM catalog.tables."));
        Sink wanted = wanted(request, state.uuid(), call);
        Intent intent = intent(REGISTER, wanted);
        if (state.type() != TableType.TABLE) {
            String message = table + " is a view; only tables have sinks.";
            throw refusal(intent, "not_a_table", message, request.dryRun(), call);
        }
        Optional<Sink> there = sinks.byId(wanted.id());
        if (there.isPresent()) {
            Sink kept = there.orElseThrow();
            if (says(kept, wanted, request)) {
                return new SinkChange(kept, true, "unchanged");
            }
            throw refusal(intent, "registered", taken(kept, wanted, call.caller()), request.dryRun(), call);
        }
        if (request.dryRun()) {
            return new SinkChange(wanted, false, "dry_run");
        }
        Outcome outcome = call.effects().carryOut(intent, () -> insert(wanted, request, call.caller()));
        return new SinkChange(wanted, true, requireDone(outcome, "registration of " + name(wanted.id())));
    }

    private static Sink wanted(SinkRequest request, @Nullable String uuid, CallContext call) {
        String id = Optional.ofNullable(request.sinkId())
                .orElseGet(() -> Sink.idOf(request.table(), uuid, request.engine(), request.application()));
        if (!Sink.isName(id)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the id that a sink of " + request.table() + " is given by itself is too long. Give a sink_id.");
        }
        return new Sink(
                id,
                request.table(),
                uuid,
                request.engine(),
                request.application(),
                Objects.requireNonNullElse(request.description(), ""),
                call.caller().user(),
                call.startedAt());
    }

    private Outcome insert(Sink wanted, SinkRequest request, Caller caller) {
        if (sinks.insert(wanted)) {
            return Outcome.ofDone();
        }
        Optional<Sink> other = sinks.byId(wanted.id());
        if (other.isEmpty()) {
            return Outcome.refused(
                    "registered",
                    name(wanted.id())
                            + " was registered and forgotten by somebody else at the same moment. Try again.");
        }
        return says(other.orElseThrow(), wanted, request)
                ? new Outcome.Done("unchanged", "somebody else registered it at the same moment")
                : Outcome.refused("registered", taken(other.orElseThrow(), wanted, caller));
    }

    /**
     * Forgets a sink; its table stays as it is.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}, {@code NOT_ALLOWED}
     */
    public SinkChange unregister(String id, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "unregister_sink");
        Sink sink = sinks.byId(id)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no " + name(id) + " is registered. SELECT sink_id FROM registry.sinks lists them."));
        requireGranted(sink.table(), call.caller());
        if (dryRun) {
            return new SinkChange(sink, false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent(UNREGISTER, sink),
                        () -> sinks.delete(id)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else forgot it at the same moment"));
        return new SinkChange(sink, true, requireDone(outcome, "unregistering " + name(id)));
    }

    /** Who finds out how a change of the sinks ended: the store tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                REGISTER, intent -> isKept(intent) ? Outcome.ofDone() : notMade(intent),
                UNREGISTER, intent -> isKept(intent) ? notMade(intent) : Outcome.ofDone());
    }

    private boolean isKept(Intent intent) {
        return sinks.byId(field(intent, "sink_id"))
                .filter(sink -> sink.table().toString().equals(field(intent, "table_name")))
                .isPresent();
    }

    private static Outcome notMade(Intent intent) {
        return Outcome.refused("exec_failed", "the store shows that " + intent.target() + " was left as it was.");
    }

    private static Intent intent(String action, Sink sink) {
        return new Intent(
                action,
                name(sink.id()) + " of " + sink.table(),
                object().put("sink_id", sink.id())
                        .put("table_name", sink.table().toString())
                        .toString());
    }

    /** Whether the kept one is what is asked for; a description that is left out is any. */
    private static boolean says(Sink kept, Sink wanted, SinkRequest request) {
        return kept.table().equals(wanted.table())
                && kept.isOf(wanted.tableUuid())
                && Objects.equals(kept.engine(), wanted.engine())
                && Objects.equals(kept.application(), wanted.application())
                && (request.description() == null || kept.description().equals(wanted.description()));
    }

    private String taken(Sink kept, Sink wanted, Caller caller) {
        if (!isGranted(kept.table(), caller)) {
            return name(kept.id()) + " is taken already. Take another sink_id.";
        }
        if (!kept.table().equals(wanted.table())) {
            return name(kept.id()) + " is registered for " + kept.table() + " by user \"" + kept.registeredBy()
                    + "\". Take another sink_id, or unregister that one first.";
        }
        String how = kept.isOf(wanted.tableUuid())
                ? " is registered for " + kept.table() + " with another engine, application or description"
                : " is registered for another table that was called " + kept.table() + ", of UUID " + kept.tableUuid();
        return name(kept.id()) + how + ". CALL unregister_sink(" + SqlNames.literal(Text.cut(kept.id(), 200))
                + ") first.";
    }

    private static String name(String id) {
        return "sink \"" + Text.cut(id, 200) + "\"";
    }

    private static void requireTexts(SinkRequest request) {
        requireName("sink_id", request.sinkId());
        requireName("engine", request.engine());
        requireName("application", request.application());
        String description = request.description();
        if (description != null && (description.length() > MOST_OF_A_DESCRIPTION || description.indexOf('\0') >= 0)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "description is longer than " + MOST_OF_A_DESCRIPTION
                            + " characters, or has a zero character in it. Give another one.");
        }
    }

    private static void requireName(String parameter, @Nullable String text) {
        if (text != null && !Sink.isName(text)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    parameter + " is blank, longer than " + Sink.MOST_CHARACTERS
                            + " characters, or has a control character in it. Give another one, or leave it out.");
        }
    }

    /** Who is limited to some connections has a say in the tables of their scratch targets only (GW-3). */
    private void requireGranted(TableRef table, Caller caller) {
        if (!isGranted(table, caller)) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    table + " is in the scratch target of no connection that is granted to user \"" + caller.user()
                            + "\". SELECT connection_name, namespace FROM registry.connections lists those that are.");
        }
    }

    private boolean isGranted(TableRef table, Caller caller) {
        return caller.grants().all()
                || connections.all().stream()
                        .anyMatch(connection -> caller.grants().connection(connection.name())
                                && connection.catalog().equals(table.catalog())
                                && table.namespace().equals(connection.namespace()));
    }
}
