package io.strandline.jdbc.internal.metadata;

import java.sql.DatabaseMetaData;
import org.jspecify.annotations.Nullable;

/** The two ways JDBC says whether something may be null. Stateless. */
final class Nullability {
    private Nullability() {}

    /** {@code YES}, {@code NO}, or {@code ""} when it is not known; the gateway may say true or false. */
    static String yesOrNo(@Nullable String said) {
        if (said == null) {
            return "";
        }
        return said.equalsIgnoreCase("YES") || said.equalsIgnoreCase("true") ? "YES" : "NO";
    }

    /** The same as JDBC's number; those of columns, procedure columns and types are alike. */
    static int number(String yesOrNo) {
        if (yesOrNo.isEmpty()) {
            return DatabaseMetaData.columnNullableUnknown;
        }
        return yesOrNo.equals("YES") ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls;
    }
}
