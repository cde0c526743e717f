package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Declares how tables shall be, and brings them there. Thread-safe. */
public final class DesiredState {
    static final String DECLARE = "catalog.declare_table";
    static final String UNDECLARE = "catalog.undeclare_table";

    private final Catalogs catalogs;
    private final DesiredTables declared;
    private final TableReconciler reconciler;

    /** Over those declarations. */
    public DesiredState(Catalogs catalogs, DesiredTables declared, TableReconciler reconciler) {
        this.catalogs = catalogs;
        this.declared = declared;
        this.reconciler = reconciler;
    }

    /**
     * A declaration and what became of it.
     *
     * @param reason {@code dry_run}, {@code unchanged} or {@code audit_failed}; null if there is nothing to add
     */
    public record Declared(
            DeclaredTable table, boolean done, @Nullable String reason) {}

    /**
     * What became of one of several tables: exactly one of plan and failure is there.
     *
     * @param outcome null if nothing was done, for it failed or was refused
     * @param plan null if there was none to make
     */
    public record Reconciled(
            TableRef table,
            @Nullable ReconcileOutcome outcome,
            @Nullable Plan plan,
            @Nullable StrandlineException failure) {
        static Reconciled of(ReconcileOutcome outcome) {
            return new Reconciled(outcome.table(), outcome, outcome.plan(), null);
        }
    }

    /** The same for statements of SQL, which name what they change. */
    public TableStatements statements() {
        return new TableStatements(catalogs, reconciler);
    }

    /** The declared tables. */
    public DesiredTables declarations() {
        return declared;
    }

    /**
     * The name of a table as SQL text: catalog, namespace, table.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} if it has less than three parts
     */
    public static TableRef table(String text) {
        List<String> parts = SqlNames.split(text);
        if (parts.size() < 3) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "table " + Text.cut(text, 200)
                            + " is not the whole name of a table. Write catalog.namespace.table, parts with special"
                            + " characters in double quotes.");
        }
        int last = parts.size() - 1;
        return new TableRef(parts.get(0), parts.subList(1, last), parts.get(last));
    }

    /**
     * Keeps how a table shall be, in place of what was kept before. The table is left as it is.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT}, {@code NO_SUCH_CATALOG}, {@code NOT_ALLOWED}
     */
    public Declared declare(TableRef table, String desired, boolean dryRun, CallContext call) {
        requireMayChange("declare_table", call);
        DesiredJson.parse(table, desired);
        catalogs.get(table.catalog());
        DeclaredTable wanted = new DeclaredTable(table, desired, call.caller().user(), call.startedAt());
        Optional<DeclaredTable> before = declared.find(table);
        if (before.isPresent() && before.orElseThrow().desired().equals(desired)) {
            return new Declared(before.orElseThrow(), true, "unchanged");
        }
        if (dryRun) {
            return new Declared(wanted, false, "dry_run");
        }
        Intent intent = intent(DECLARE, table, desired);
        Outcome outcome = call.effects().carryOut(intent, () -> {
            declared.put(wanted);
            return Outcome.ofDone();
        });
        return new Declared(wanted, true, requireDone(outcome, table));
    }

    /**
     * Forgets how a table shall be. The table is left as it is.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}, {@code NOT_ALLOWED}
     */
    public Declared undeclare(TableRef table, boolean dryRun, CallContext call) {
        requireMayChange("undeclare_table", call);
        DeclaredTable was = require(table);
        if (dryRun) {
            return new Declared(was, false, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent(UNDECLARE, table, ""),
                        () -> declared.remove(table)
                                ? Outcome.ofDone()
                                : new Outcome.Done("unchanged", "somebody else forgot it at the same moment"));
        return new Declared(was, true, requireDone(outcome, table));
    }

    /** A plan tells of a table too, so this comes before everything else. No connection says whose a table is here. */
    private static void requireMayChange(String what, CallContext call) {
        call.caller().require(Role.OPERATOR, what);
        call.caller().requireUnlimited(what);
    }

    private DeclaredTable require(TableRef table) {
        return declared.find(table)
                .orElseThrow(
                        () -> new StrandlineException(
                                ErrorCode.NO_SUCH_OBJECT,
                                table
                                        + " is not declared. SELECT table_name FROM catalog.desired_tables lists those that are."));
    }

    private static Intent intent(String action, TableRef table, String desired) {
        return new Intent(
                action,
                table.toString(),
                IntentProof.of(table).put("desired", desired).toString());
    }

    private static @Nullable String requireDone(Outcome outcome, TableRef table) {
        if (outcome instanceof Outcome.Done done) {
            return done.reason();
        }
        boolean refused = outcome instanceof Outcome.Refused;
        throw new StrandlineException(
                refused ? ErrorCode.STORE : ErrorCode.OUTCOME_UNKNOWN,
                "the declaration of " + table + (refused ? " was not kept: " : " may have been kept: ")
                        + outcome.detail() + ". Look at catalog.desired_tables before you try again.");
    }

    /** What is wanted of a table: what is given, else what is declared. */
    public String desired(TableRef table, Optional<String> given) {
        return given.orElseGet(() -> require(table).desired());
    }

    /** See {@link TableReconciler#reconcile}. */
    public ReconcileOutcome reconcile(
            TableRef table, Optional<String> desired, ReconcileOptions options, CallContext call) {
        requireMayChange("reconcile_table", call);
        return reconciler.reconcile(table, desired(table, desired), options, call);
    }

    /**
     * Brings every declared table of a catalog to its desired state, each by itself: what stands against one stops no other.
     */
    public List<Reconciled> reconcileAll(String catalog, ReconcileOptions options, CallContext call) {
        requireMayChange("reconcile_tables", call);
        catalogs.get(catalog);
        List<DeclaredTable> tables = declared.of(catalog);
        List<Reconciled> all = new ArrayList<>();
        for (DeclaredTable table : tables) {
            call.checkpoint();
            all.add(reconciled(table, options, call));
            call.progress(all.size(), OptionalLong.of(tables.size()), "tables");
        }
        return all;
    }

    private Reconciled reconciled(DeclaredTable table, ReconcileOptions options, CallContext call) {
        try {
            return Reconciled.of(reconciler.reconcile(table.ref(), table.desired(), options, call));
        } catch (StrandlineException e) {
            if (!TableLoads.isOfTheObject(e)) {
                throw e;
            }
            return e.code() == ErrorCode.REFUSED
                    ? refused(table, options, e, call)
                    : new Reconciled(table.ref(), null, null, e);
        }
    }

    /** Its plan, so that a row can be shown for each step. */
    private Reconciled refused(
            DeclaredTable table, ReconcileOptions options, StrandlineException refusal, CallContext call) {
        try {
            Plan plan = reconciler.plan(table.ref(), table.desired(), options.allow(), call);
            return plan.refusals().isEmpty()
                    ? new Reconciled(table.ref(), null, null, refusal)
                    : new Reconciled(table.ref(), null, plan, null);
        } catch (StrandlineException e) {
            if (!TableLoads.isOfTheObject(e)) {
                throw e;
            }
            return new Reconciled(table.ref(), null, null, refusal);
        }
    }

    /** The plan of a declared table against the one there is, nothing allowed; or why there is none. */
    public Reconciled plan(DeclaredTable table, CallContext call) {
        try {
            return new Reconciled(
                    table.ref(), null, reconciler.plan(table.ref(), table.desired(), Set.of(), call), null);
        } catch (StrandlineException e) {
            if (!TableLoads.isOfTheObject(e)) {
                throw e;
            }
            return new Reconciled(table.ref(), null, null, e);
        }
    }

    /** Who finds out how a change ended: the store tells of declarations, the tables of themselves (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        Map<String, EffectResolver> resolvers = new HashMap<>(reconciler.resolvers());
        resolvers.put(DECLARE, intent -> {
            IntentProof proof = IntentProof.read(intent);
            boolean kept = declared.find(proof.table())
                    .filter(table -> table.desired().equals(proof.text("desired")))
                    .isPresent();
            return kept ? Outcome.ofDone() : notMade(intent);
        });
        resolvers.put(
                UNDECLARE,
                intent -> declared.find(IntentProof.read(intent).table()).isPresent()
                        ? notMade(intent)
                        : Outcome.ofDone());
        return resolvers;
    }

    private static Outcome notMade(Intent intent) {
        return Outcome.refused(
                "exec_failed", "the store shows that the declaration of " + intent.target() + " was left as it was.");
    }
}
