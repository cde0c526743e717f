package io.strandline.reconcile.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableState;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.reconcile.Notice;
import io.strandline.registry.Registration;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import io.strandline.store.database.DatabaseAuditLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what the journal says with what is there, after a gateway died and the next one was started (GW-1). */
final class Checker {
    private static final JsonMapper JSON = new JsonMapper();

    private final CrashGateway gateway;
    private final Ledger ledger;
    private final List<AuditEntry> audit;
    private final List<String> faults = new ArrayList<>();

    private Checker(CrashGateway gateway, Ledger ledger) {
        this.gateway = gateway;
        this.ledger = ledger;
        this.audit = audit(gateway);
    }

    /** What does not agree, in words; nothing if all does. */
    static List<String> faults(CrashGateway gateway, Ledger ledger) {
        Checker checker = new Checker(gateway, ledger);
        checker.nothingIsStartedOrUnknown();
        checker.statementsAreAsTheirChanges();
        checker.registryAgrees();
        checker.catalogAgrees();
        checker.movesAgree();
        checker.columnsAgree();
        checker.scansAgree();
        checker.noticesAgree();
        checker.callersAreToldTheSame();
        return checker.faults;
    }

    static List<AuditEntry> audit(CrashGateway gateway) {
        return new DatabaseAuditLog(gateway.store)
                .entries(
                        Wanted.all(Set.of()),
                        new JournaledCall(
                                CrashGateway.ANN, "checker", gateway.system().startedAt(), new NoEffects()))
                .toList();
    }

    private List<Journal.Entry> statements() {
        return gateway.journal
                .statements(
                        Wanted.all(Set.of()),
                        new JournaledCall(
                                CrashGateway.ANN, "checker", gateway.system().startedAt(), new NoEffects()))
                .toList();
    }

    private void fault(String text, Object... about) {
        faults.add(String.format(java.util.Locale.ROOT, text, about));
    }

    /** All targets of these tests can be read, so no outcome is unknown. */
    private void nothingIsStartedOrUnknown() {
        for (AuditEntry row : audit) {
            if (row.state() == State.STARTED || row.state() == State.UNKNOWN) {
                fault("%s of %s is %s: %s", row.action(), row.target(), row.state(), row.detail());
            }
        }
        statements().stream()
                .filter(entry -> entry.state() == State.STARTED || entry.state() == State.UNKNOWN)
                .forEach(entry -> fault("statement %s is %s", entry.text(), entry.state()));
    }

    private void statementsAreAsTheirChanges() {
        Map<String, List<AuditEntry>> changes = audit.stream().collect(Collectors.groupingBy(AuditEntry::statementId));
        Set<String> known = new HashSet<>();
        for (Journal.Entry entry : statements()) {
            known.add(entry.statementId());
            List<AuditEntry> own = changes.getOrDefault(entry.statementId(), List.of());
            boolean done = own.stream().anyMatch(row -> row.state() == State.DONE);
            State expected = done || (own.isEmpty() && entry.sqlState() == null) ? State.DONE : State.REFUSED;
            if (entry.state() != expected) {
                fault("statement %s is %s, its changes say %s", entry.text(), entry.state(), expected);
            }
        }
        changes.keySet().stream()
                .filter(id -> !known.contains(id))
                .forEach(id -> fault("changes of statement %s, which the journal has lost", id));
    }

    /** The registry is what the audit's changes make of nothing; no drop went beyond what was provable then. */
    private void registryAgrees() {
        Map<String, String> tableOf = new HashMap<>();
        Set<String> sources = new TreeSet<>();
        for (AuditEntry row : audit) {
            if (row.state() != State.DONE) {
                continue;
            }
            switch (row.action()) {
                case "registry.register", "registry.adopt" -> {
                    if (tableOf.put(proof(row, "registration_id"), table(row)) != null) {
                        fault("registered twice: %s", row.target());
                    }
                }
                case "registry.unregister", "reconcile.forget" -> {
                    if (tableOf.remove(proof(row, "registration_id")) == null) {
                        fault("forgotten without being there: %s", row.target());
                    }
                }
                case "registry.register_source" -> sources.add(proof(row, "source_id"));
                case "registry.unregister_source" -> sources.remove(proof(row, "source_id"));
                case "reconcile.drop" -> {
                    if (!sources.contains(table(row)) || tableOf.containsValue(table(row))) {
                        fault("dropped without proof: %s", row.target());
                    }
                }
                default -> {}
            }
        }
        compare(
                "registrations",
                tableOf,
                gateway.registrations
                        .in("scratch", "prod", CrashGateway.SCRATCH)
                        .collect(Collectors.toMap(
                                Registration::id, held -> held.table().name())));
        compare(
                "sources",
                sources,
                gateway.sources().map(source -> source.id()).collect(Collectors.toCollection(TreeSet::new)));
    }

    private void compare(String what, Object audited, Object found) {
        if (!audited.equals(found)) {
            fault("%s by the audit: %s%nbut found: %s", what, audited, found);
        }
    }

    private void catalogAgrees() {
        Set<String> there = new HashSet<>();
        new TableListing(gateway.catalog, CrashGateway.SCRATCH, gateway.system())
                .forEachRemaining(entry -> there.add(entry.ref().name()));
        Map<String, Integer> dropped = new HashMap<>();
        Set<String> uuids = new HashSet<>();
        for (AuditEntry row : audit) {
            if (!row.action().equals("reconcile.drop") || row.state() != State.DONE) {
                continue;
            }
            String name = table(row);
            String uuid = proof(row, "uuid");
            dropped.merge(name, 1, Integer::sum);
            if (!uuids.add(uuid)) {
                fault("dropped twice: %s %s", name, uuid);
            }
            if (there.contains(name)
                    && gateway.catalog
                            .describe(CrashGateway.ref(name), gateway.system())
                            .map(TableState::uuid)
                            .orElse("")
                            .equals(uuid)) {
                fault("dropped by the audit and still there: %s", name);
            }
            if (!Files.exists(
                    Path.of(gateway.at("uploads/" + name + "/metadata").path()))) {
                fault("files of %s are gone with its entry", name);
            }
        }
        ledger.tables().forEach((name, times) -> {
            int drops = dropped.getOrDefault(name, 0);
            int now = there.remove(name) ? 1 : 0;
            if (now < times.made() - times.lostAtMost() - drops || now > times.madeAtMost() - times.lost() - drops) {
                fault("%s: %s, dropped %s times by the audit, there %s times", name, times, drops, now);
            }
        });
        there.forEach(name -> fault("nobody made %s", name));
    }

    /** What was moved is where the audit says, and what was not is not. */
    private void movesAgree() {
        Map<String, String> sourceAt = new HashMap<>();
        Map<String, String> registrationAt = new HashMap<>();
        for (AuditEntry row : audit) {
            boolean done = row.state() == State.DONE;
            switch (row.action()) {
                case "registry.register_source" -> {
                    if (done) {
                        sourceAt.put(
                                proof(row, "source_id"),
                                gateway.object(proof(row, "source_id")).text());
                    }
                }
                case "registry.move_source" -> {
                    if (done) {
                        sourceAt.put(proof(row, "source_id"), proof(row, "object_location"));
                    }
                }
                case "registry.follow" ->
                    registrationAt.merge(
                            proof(row, "registration_id"),
                            proof(row, done ? "location" : "from"),
                            (before, now) -> done ? now : before);
                default -> {}
            }
        }
        gateway.sources().forEach(source -> {
            if (!source.object().text().equals(sourceAt.get(source.id()))) {
                fault(
                        "source %s is at %s, by the audit at %s",
                        source.id(), source.object(), sourceAt.get(source.id()));
            }
        });
        registrationAt.forEach((id, place) -> gateway.registrations
                .byId(id)
                .filter(held -> !LocationRules.defaults().same(held.location(), Location.parse(place)))
                .ifPresent(held -> fault("registration %s is at %s, by the audit at %s", id, held.location(), place)));
    }

    /** Every finding is told of; what is said to have arrived did, and what arrived is known. */
    private void noticesAgree() {
        Set<String> known = new HashSet<>();
        Set<Long> told = new HashSet<>();
        gateway.notices().forEach(notice -> {
            known.add(notice.eventId());
            told.add(notice.findingId());
            if (notice.state() == Notice.State.DELIVERED && !ledger.arrived().contains(notice.eventId())) {
                fault("notice %s was delivered and never arrived", notice.eventId());
            }
        });
        ledger.arrived().stream()
                .filter(id -> !known.contains(id))
                .forEach(id -> fault("notice %s arrived and is not known", id));
        List<Long> found = gateway.store.read(
                dsl -> dsl.fetch("SELECT finding_id FROM finding").getValues(0, Long.class));
        found.stream().filter(id -> !told.contains(id)).forEach(id -> fault("nobody is told of finding %s", id));
    }

    /** A table has the columns it was made with and those the audit says were added, each by one commit (CAT-4). */
    private void columnsAgree() {
        Map<String, Set<String>> added = new HashMap<>();
        for (AuditEntry row : audit) {
            if (row.action().equals("catalog.reconcile_table") && row.state() == State.DONE) {
                added.computeIfAbsent(proof(row, "uuid"), uuid -> new TreeSet<>())
                        .add(proof(row, "desired").replaceAll(".*\"(c_[^\"]*)\".*", "$1"));
            }
        }
        new TableListing(gateway.catalog, CrashGateway.SCRATCH, gateway.system()).forEachRemaining(entry -> {
            TableState state =
                    gateway.catalog.describe(entry.ref(), gateway.system()).orElseThrow();
            Set<String> columns = new TreeSet<>();
            state.columns().forEach(column -> columns.add(column.name()));
            columns.remove("id");
            compare("columns of " + entry.ref().name(), added.getOrDefault(state.uuid(), Set.of()), columns);
        });
    }

    private void scansAgree() {
        for (AuditEntry row : audit) {
            if (row.action().equals("reconcile.scan")
                    && (row.state() == State.DONE) != gateway.scans.has(row.statementId())) {
                fault("scan of %s is %s", row.statementId(), row.state());
            }
        }
    }

    /** Who asks again is told the same and nothing is done twice; who was told nothing learns what came of it (GW-2). */
    private void callersAreToldTheSame() {
        Map<String, Long> before = changesByKey();
        ledger.calls().forEach((key, text) -> {
            String told = ledger.told().get(key);
            boolean known = gateway.journal.find(CrashGateway.ANN.user(), key).isPresent();
            if (!known && told != null) {
                fault("call %s (%s) was told %s and is not in the journal", key, text, told);
            } else if (known) {
                String again = gateway.run(key, text);
                if (told != null && !told.equals(again)) {
                    fault("call %s (%s) was told %s, and then %s", key, text, told, again);
                }
                ledger.told(key, again);
            }
        });
        compare("changes before and after asking again", before, changesByKey());
    }

    private Map<String, Long> changesByKey() {
        return audit(gateway).stream().collect(Collectors.groupingBy(AuditEntry::statementId, Collectors.counting()));
    }

    private static String table(AuditEntry row) {
        return row.target().substring(row.target().lastIndexOf('.') + 1);
    }

    private static String proof(AuditEntry row, String field) {
        try {
            return JSON.readTree(row.proof()).path(field).asText();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(row.toString(), e);
        }
    }
}
