package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.RepairPolicy;
import io.strandline.sqlkit.VirtualTable;

/** The table {@code policies}. */
final class PoliciesTable {
    private PoliciesTable() {}

    static VirtualTable<RepairPolicy> policies(AutomaticRepairs repairs) {
        return VirtualTable.<RepairPolicy>named(
                        "policies", "What may be repaired without anybody asking, one row for each connection.")
                .column("connection_name", text(), RepairPolicy::connection, "Connection it is for.")
                .column(
                        "automatic_kinds",
                        arrayOf(text()),
                        policy -> policy.kinds().stream().map(Enum::name).toList(),
                        "Kinds of findings that are repaired after a scheduled scan; empty for none.")
                .column(
                        "max_repairs",
                        integer(),
                        RepairPolicy::maxRepairs,
                        "If more than that can be proved at once, none is repaired.")
                .column("policy_file", text().orNull(), RepairPolicy::file, "The file that says so; NULL for none.")
                .key("connection_name")
                .rows((wanted, call) -> repairs.policies().stream());
    }
}
