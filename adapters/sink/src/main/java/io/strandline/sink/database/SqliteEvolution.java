package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns that come, as statements of SQLite (SNK-9). It changes no column that there is: a wider type is followed where the
 * declared one shows it already, as every type of whole numbers does.
 */
final class SqliteEvolution {
    private SqliteEvolution() {}

    static List<String> statements(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        List<String> statements = new ArrayList<>();
        for (RowSchema.Column column : evolution.added()) {
            String type = SqliteTypes.text(column.type())
                    .orElseThrow(() -> refused(
                            live,
                            "has no type for column " + column.name() + ", which is "
                                    + column.type().sqlText(),
                            "Send its JSON as text"));
            if (!live.has(column.name())) {
                statements.add("ALTER TABLE " + quotedTable + " ADD COLUMN " + Sql.quote(column.name()) + " " + type);
            }
        }
        evolution
                .widened()
                .forEach((name, type) -> live.column(name)
                        .filter(column -> !isShownAs(column, type))
                        .ifPresent(column -> {
                            throw refused(
                                    live,
                                    "does not change column " + name + " from " + column.typeText() + " to "
                                            + type.sqlText(),
                                    "Make the table anew with that type, or write the values that fit with on_drift warn");
                        }));
        for (String name : evolution.relaxed()) {
            live.column(name).filter(column -> !column.type().nullable()).ifPresent(column -> {
                throw refused(
                        live,
                        "does not take NOT NULL from column " + name,
                        "Make the table anew without it, or give values");
            });
        }
        return statements;
    }

    private static boolean isShownAs(DatabaseTable.Column column, SqlType type) {
        return SqliteTypes.text(type)
                .map(SqliteTypes::type)
                .filter(shown -> shown.orNull().equals(column.type().orNull()))
                .isPresent();
    }

    private static StrandlineException refused(DatabaseTable table, String what, String hint) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                "table " + table.schema() + "." + table.name() + ": SQLite " + what + ". Nothing was changed. " + hint
                        + ".");
    }
}
