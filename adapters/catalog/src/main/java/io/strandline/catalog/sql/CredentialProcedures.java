package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.Access;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.VendedCredentials;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;

/** The procedure that hands out credentials (CAT-11, CAT-12). */
final class CredentialProcedures {
    private static final String ACCESS = "access";
    private static final String LOCATION = "location";

    private record Row(TableRef table, VendedCredentials credentials) {}

    private static final Columns<Row> ANSWER = Columns.<Row>none()
            .with(PlanRow.NAMES, Row::table)
            .column(ACCESS, text(), row -> row.credentials().access().name(), "READ or READ_WRITE, as asked for.")
            .column(
                    "prefix",
                    text(),
                    row -> row.credentials().prefix(),
                    "Place they are for; of several rows the first whose prefix holds a file is the one for it.")
            .column(
                    "properties",
                    text(),
                    row -> JsonText.of(row.credentials().properties()),
                    "The credentials as JSON, by the names of Iceberg's FileIO properties; secret, and told only once.")
            .column(
                    "expires_at",
                    timestamp(),
                    row -> row.credentials().expiresAt(),
                    "When to stop using them and to ask for others.");

    private CredentialProcedures() {}

    static Procedure<?> vend(TableCredentials credentials) {
        return Procedure.named(
                        "vend_credentials",
                        "Has a table's catalog make temporary credentials for its files, and shows them this once;"
                                + " READ_WRITE is for admins.")
                .changes()
                .answersSecrets()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE)
                .optional(
                        ACCESS,
                        text().oneOf("READ", "READ_WRITE"),
                        "READ",
                        "What they are to be good for: READ or READ_WRITE.")
                .optional(
                        LOCATION, text(), "File or directory of the table: only the credentials for it; NULL for all.")
                .returns(ANSWER)
                .does((arguments, call) -> {
                    TableRef table = DesiredState.table(arguments.text(CommonColumns.TABLE));
                    return credentials
                            .vend(table, Access.valueOf(arguments.text(ACCESS)), arguments.optionalText(LOCATION), call)
                            .stream()
                            .map(each -> new Row(table, each));
                });
    }
}
