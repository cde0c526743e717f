package io.strandline.sink.iceberg;

import io.strandline.common.StrandlineException;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;

/** Looks whether a table can be written, without changing anything (SNK-14). */
record IcebergChecks(IcebergTarget target, IcebergStaging staging) {
    List<SinkCheck> of(SinkCallContext context) {
        Table table;
        try {
            table = target.find(context).map(open -> open.unwrap(Table.class)).orElse(null);
        } catch (StrandlineException e) {
            return List.of(SinkCheck.fail(
                    "table", String.valueOf(e.getMessage()), e.code().whatToDo()));
        }
        if (table == null) {
            return List.of(SinkCheck.fail("table", "there is no table " + target.ref(), "Make it with CREATE TABLE."));
        }
        List<SinkCheck> checks = new ArrayList<>();
        checks.add(SinkCheck.pass("table", target.ref() + " has format version " + KeyedTables.version(table)));
        checks.add(key(table, context));
        checks.add(left(context));
        return checks;
    }

    private SinkCheck key(Table table, SinkCallContext context) {
        if (context.key().isEmpty()) {
            return SinkCheck.skip("key", "the sink has no key, so that it only appends and overwrites");
        }
        try {
            KeyedTables.requireRowDeletes(target.ref(), table);
            PartitionSpec spec =
                    TableKey.of(target.ref(), table.schema(), context.key()).deletesUnder(target.ref(), table);
            return SinkCheck.pass(
                    "key",
                    "rows are found by " + String.join(", ", context.key())
                            + (spec.isUnpartitioned() ? "" : ", each in its partition"));
        } catch (StrandlineException e) {
            return SinkCheck.fail(
                    "key", String.valueOf(e.getMessage()), e.code().whatToDo());
        }
    }

    private SinkCheck left(SinkCallContext context) {
        Set<RunId> staged = staging.staged(context);
        return staged.isEmpty()
                ? SinkCheck.pass("staging", "nothing is staged")
                : SinkCheck.fail(
                        "staging",
                        "overwrites are staged by runs " + staged,
                        "If such a run has ended, CALL sink.abort_run('"
                                + staged.iterator().next() + "') removes what it left.");
    }
}
