package io.strandline.sink.database;

import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolution;
import java.util.ArrayList;
import java.util.List;

/** Columns that come, widen and need no value any more, as statements of PostgreSQL that may be run twice (SNK-9). */
final class PostgresqlEvolution {
    private PostgresqlEvolution() {}

    static List<String> statements(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        List<String> statements = new ArrayList<>();
        for (RowSchema.Column column : evolution.added()) {
            statements.add("ALTER TABLE " + quotedTable + " ADD COLUMN IF NOT EXISTS " + Sql.quote(column.name()) + " "
                    + PostgresqlTypes.text(column.type()));
        }
        evolution.widened().forEach((name, type) -> {
            if (live.column(name)
                    .filter(column -> !column.type().orNull().equals(type.orNull()))
                    .isPresent()) {
                statements.add("ALTER TABLE " + quotedTable + " ALTER COLUMN " + Sql.quote(name) + " TYPE "
                        + PostgresqlTypes.text(type));
            }
        });
        for (String name : evolution.relaxed()) {
            statements.add("ALTER TABLE " + quotedTable + " ALTER COLUMN " + Sql.quote(name) + " DROP NOT NULL");
        }
        return statements;
    }
}
