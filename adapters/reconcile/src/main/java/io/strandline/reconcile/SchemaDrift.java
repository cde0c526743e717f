package io.strandline.reconcile;

import io.strandline.catalog.DeclaredTable;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.catalog.Plan;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Finds tables that are not as they are declared: those whose plan is not empty (CAT-2, REC-17). Used once. */
final class SchemaDrift {
    private final Connection connection;
    private final DesiredState declared;
    private final Findings findings;
    private final CallContext call;
    private final List<Finding> found = new ArrayList<>();

    SchemaDrift(Connection connection, DesiredState declared, Findings findings, CallContext call) {
        this.connection = connection;
        this.declared = declared;
        this.findings = findings;
        this.call = call;
    }

    /** Of the tables declared in the connection's namespace, so many planned at a time. */
    List<Finding> find(int lookUps, Executor executor) {
        List<DeclaredTable> tables =
                declared.declarations().of(connection.catalog(), connection.requireScratchTarget());
        try (Ahead<DeclaredTable, Reconciled> plans =
                new Ahead<>(table -> declared.plan(table, call), lookUps, executor, call, this::take)) {
            for (DeclaredTable table : tables) {
                plans.give(table);
            }
            plans.finish();
        }
        return found;
    }

    private void take(Reconciled planned) {
        Plan plan = planned.plan();
        StrandlineException failure = planned.failure();
        if (plan != null && !plan.isEmpty()) {
            found.add(findings.schemaDrift(planned.table(), plan));
        } else if (failure != null && !isAFindingOfItsOwn(failure.code())) {
            found.add(findings.failed(planned.table(), null, failure));
        }
    }

    private static boolean isAFindingOfItsOwn(ErrorCode code) {
        return code == ErrorCode.METADATA_MISSING || code == ErrorCode.METADATA_UNREADABLE;
    }
}
