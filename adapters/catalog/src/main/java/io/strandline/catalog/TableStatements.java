package io.strandline.catalog;

import io.strandline.catalog.PlanStep.Action;
import io.strandline.catalog.PlanStep.Verdict;
import io.strandline.catalog.ReconcileOutcome.Kind;
import io.strandline.catalog.Wish.Wanted;
import io.strandline.catalog.Wish.Way;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates and changes tables as statements of SQL ask for it: by the same plan and with the same refusals as a table is brought
 * to its desired state (CAT-2 to CAT-9). A change that a statement names is allowed for what it names. Thread-safe.
 */
public final class TableStatements {
    private static final String ADVICE =
            "Change the statement, or the table before it; EXPLAIN and the statement shows the whole plan.";

    static final Way CREATE = new Way("catalog.create_table", ADVICE);
    static final Way ALTER = new Way("catalog.alter_table", ADVICE);

    private final Catalogs catalogs;
    private final TableReconciler reconciler;
    private final EntryRemoval entries;

    /** Over those catalogs. */
    public TableStatements(Catalogs catalogs, TableReconciler reconciler) {
        this.catalogs = catalogs;
        this.reconciler = reconciler;
        this.entries = new EntryRemoval(catalogs);
    }

    /**
     * Creates a table.
     *
     * @param desired how it is to be, as {@link DesiredJson} reads it
     * @param ifNotExists whether one that is there is left as it is, with a warning
     * @throws StrandlineException {@code OBJECT_EXISTS}, and what {@link TableReconciler#reconcile} throws
     */
    public ReconcileOutcome create(
            TableRef table, String desired, boolean ifNotExists, boolean dryRun, CallContext call) {
        requireMayChange("CREATE TABLE", table, call);
        Optional<Wanted> wanted = Optional.of(new Wanted(DesiredJson.parse(table, desired), Set.of(), desired));
        return reconciler.bring(
                table,
                live -> live.isEmpty() ? wanted : there(live.orElseThrow(), ifNotExists, call),
                CREATE,
                dryRun,
                call);
    }

    private static Optional<Wanted> there(TableState live, boolean ifNotExists, CallContext call) {
        boolean isTable = live.type() == TableType.TABLE;
        if (!ifNotExists || !isTable) {
            throw new StrandlineException(
                    ErrorCode.OBJECT_EXISTS,
                    (isTable ? "table " : "view ") + live.ref()
                            + " exists already. Choose another name, or change what is there with ALTER TABLE.");
        }
        call.warn("table " + live.ref() + " exists already; nothing was changed.");
        return Optional.empty();
    }

    /**
     * Changes a table, all changes as one commit.
     *
     * @param changes as {@link EditsJson} reads them
     * @param ifExists whether a table that is not there is no error, but a warning
     * @throws StrandlineException {@code NO_SUCH_TABLE}, {@code NO_SUCH_COLUMN}, {@code COLUMN_EXISTS}, and what {@link
     *     TableReconciler#reconcile} throws
     */
    public ReconcileOutcome alter(TableRef table, String changes, boolean ifExists, boolean dryRun, CallContext call) {
        requireMayChange("ALTER TABLE", table, call);
        return alter(table, EditsJson.parse(changes), ifExists, dryRun, call);
    }

    private ReconcileOutcome alter(
            TableRef table, List<TableEdit> edits, boolean ifExists, boolean dryRun, CallContext call) {
        return reconciler.bring(
                table,
                live -> live.isPresent()
                        ? Optional.of(AlteredTable.of(requireTable(live.orElseThrow()), edits))
                        : absent(table, ifExists, call),
                ALTER,
                dryRun,
                call);
    }

    private static Optional<Wanted> absent(TableRef table, boolean ifExists, CallContext call) {
        if (!ifExists) {
            throw noTable(table);
        }
        call.warn("table " + table + " is not there; nothing was changed.");
        return Optional.empty();
    }

    static StrandlineException noTable(TableRef table) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_TABLE,
                "no table " + table + ". SELECT table_name FROM catalog.tables WHERE catalog_name = "
                        + SqlNames.literal(table.catalog()) + " AND namespace = "
                        + SqlNames.literal(table.namespaceText()) + " lists those there are.");
    }

    private static TableState requireTable(TableState live) {
        if (live.type() != TableType.TABLE) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    live.ref() + " is a view. Only tables are changed here; use the engine that owns the view.");
        }
        return live;
    }

    /**
     * Says what a column is.
     *
     * @param name of the table and, after it, the column's path: the longest beginning that names a table is the table's
     * @param comment null for none
     * @throws StrandlineException as {@link #alter(TableRef, String, boolean, boolean, CallContext)} throws it
     */
    public ReconcileOutcome commentOnColumn(
            List<String> name, @Nullable String comment, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, "COMMENT ON COLUMN");
        call.caller().requireUnlimited("COMMENT ON COLUMN");
        if (name.size() < 4) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "column " + Text.cut(SqlNames.dotted(name), 200)
                            + " is not the whole name of a column. Write catalog.namespace.table.column.");
        }
        TableCatalog catalog = catalogs.get(name.get(0));
        for (int size = name.size() - 1; size >= 3; size--) {
            TableRef table = ref(name.subList(0, size));
            if (catalog.exists(table, call)) {
                TableEdit edit = new TableEdit.AlterColumn(
                        name.subList(size, name.size()), null, null, null, comment == null ? "" : comment, null);
                return alter(table, List.of(edit), false, dryRun, call);
            }
        }
        throw noTable(ref(name.subList(0, name.size() - 1)));
    }

    private static TableRef ref(List<String> name) {
        int last = name.size() - 1;
        return new TableRef(name.get(0), name.subList(1, last), name.get(last));
    }

    /**
     * Drops a table; its files stay.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} with {@code purge}, and what {@link EntryRemoval#takeAway} throws
     */
    public ReconcileOutcome drop(TableRef table, boolean ifExists, boolean purge, boolean dryRun, CallContext call) {
        if (purge) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "DROP TABLE " + table
                            + " PURGE would delete the table's files. Without PURGE the entry is dropped and"
                            + " the files stay.");
        }
        EntryRemoval.requireMay("DROP TABLE", call);
        if (ifExists && catalogs.get(table.catalog()).find(table, call).isEmpty()) {
            call.warn("table " + table + " is not there; nothing was changed.");
            return new ReconcileOutcome(table, Kind.UNCHANGED, Plan.none(), "unchanged");
        }
        EntryRemoval.Removed removed = entries.takeAway(EntryRemoval.DROP, table, dryRun, call);
        PlanStep step = new PlanStep(Verdict.ALLOW, Action.DROP_TABLE, null, removed.metadataFile(), null, null);
        Plan plan = new Plan(List.of(step), List.of(), List.of(), Plan.none().target());
        return new ReconcileOutcome(table, removed.done() ? Kind.DROPPED : Kind.PLANNED, plan, removed.reason());
    }

    /** A plan tells of a table too, so this comes before everything else. No connection says whose a table is here. */
    private static void requireMayChange(String what, TableRef table, CallContext call) {
        call.caller().require(Role.OPERATOR, what + " " + table);
        call.caller().requireUnlimited(what);
    }
}
