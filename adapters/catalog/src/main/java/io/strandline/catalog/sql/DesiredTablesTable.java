package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.DeclaredTable;
import io.strandline.catalog.DesiredTables;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** The declared tables. */
final class DesiredTablesTable {
    static final Columns<DeclaredTable> DECLARATION = Columns.<DeclaredTable>none()
            .with(PlanRow.NAMES, DeclaredTable::ref)
            .column("desired", text(), DeclaredTable::desired, "How it shall be, as JSON.")
            .column("declared_by", text(), DeclaredTable::declaredBy, "User who declared it last.")
            .column("declared_at", timestamp(), DeclaredTable::declaredAt, "When that was.");

    private DesiredTablesTable() {}

    static VirtualTable<DeclaredTable> of(DesiredTables declared) {
        return VirtualTable.<DeclaredTable>named("desired_tables", "Tables as they are declared to be.")
                .columns(DECLARATION)
                .key(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .pushesComparisons(DECLARATION.list().stream().map(Column::name).toArray(String[]::new))
                .sorts()
                .rows(declared::read);
    }
}
