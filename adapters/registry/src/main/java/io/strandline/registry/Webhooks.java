package io.strandline.registry;

import static io.strandline.registry.ChangeAnswers.refusal;

import io.strandline.catalog.Catalogs;
import io.strandline.common.CallContext;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Forgets webhooks. A webhook's registrations go with it, and no other way than by {@code unregister}: a repair does not
 * forget them (REC-7, REC-11). Thread-safe.
 */
public final class Webhooks {
    private static final int MOST = 100_000;

    private final Connections connections;
    private final Catalogs catalogs;
    private final Sources sources;
    private final Registrations registrations;

    /** The webhooks among those sources. */
    public Webhooks(Connections connections, Catalogs catalogs, Sources sources, Registrations registrations) {
        this.connections = connections;
        this.catalogs = catalogs;
        this.sources = sources;
        this.registrations = registrations;
    }

    /**
     * Forgets a webhook and the registrations that come from it, each a change of its own. Nothing is forgotten while a
     * table of them exists.
     *
     * @return each registration, then the webhook
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} while a table exists; {@code
     *     BACKEND} if that cannot be found out; {@code READ_ONLY}; {@code NOT_ALLOWED}
     */
    public List<SourceChange> remove(String id, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "unregister_source");
        Source webhook = SourcePlaces.require(sources, SourceKind.WEBHOOK, id);
        Intent intent = SourceRegistrar.intent(SourceRegistrar.UNREGISTER, SourceKind.WEBHOOK, id);
        List<Registration> users = registrations.bySource(SourceKind.WEBHOOK, id, MOST);
        SourcePlaces.requireGranted(webhook, users, call.caller());
        for (Registration user : users) {
            connections.find(user.connection()).ifPresent(Connection::requireNotReadOnly);
        }
        for (Registration user : users) {
            if (exists(user, call)) {
                throw refusal(intent, "table_exists", stands(webhook, user), dryRun, call);
            }
        }
        List<SourceChange> rows = new ArrayList<>();
        for (Registration user : users) {
            rows.add(dryRun ? row(webhook, user, Outcome.refused("dry_run", "")) : forget(webhook, user, call));
        }
        if (dryRun) {
            rows.add(SourceChange.of(webhook, false, "dry_run"));
        } else {
            Outcome outcome = call.effects().carryOut(intent, () -> forget(webhook));
            rows.add(new SourceChange(webhook, null, outcome.done(), outcome.reason(), outcome.detail()));
        }
        return rows;
    }

    private boolean exists(Registration user, CallContext call) {
        call.checkpoint();
        return catalogs.get(user.table().catalog()).exists(user.table(), call);
    }

    private SourceChange forget(Source webhook, Registration user, CallContext call) {
        Outcome outcome = call.effects().carryOut(Registrar.forgetting(user), () -> {
            if (exists(user, call)) {
                return Outcome.refused("table_exists", stands(webhook, user));
            }
            return registrations.delete(user.id())
                    ? Outcome.ofDone()
                    : new Outcome.Done("unchanged", "somebody else forgot it at the same moment");
        });
        return row(webhook, user, outcome);
    }

    private Outcome forget(Source webhook) {
        return registrations.bySource(SourceKind.WEBHOOK, webhook.id(), 1).stream()
                .findFirst()
                .map(user -> Outcome.refused("in_use", stands(webhook, user)))
                .orElseGet(() -> sources.delete(SourceKind.WEBHOOK, webhook.id())
                        ? Outcome.ofDone()
                        : new Outcome.Done("unchanged", "somebody else forgot it at the same moment"));
    }

    private static SourceChange row(Source webhook, Registration user, Outcome outcome) {
        return new SourceChange(webhook, user, outcome.done(), outcome.reason(), outcome.detail());
    }

    private static String stands(Source webhook, Registration user) {
        return user.table() + ", which comes from " + SourcePlaces.name(webhook.kind(), webhook.id())
                + ", still exists or is registered. Drop the table first, or CALL unregister('" + user.id() + "').";
    }
}
