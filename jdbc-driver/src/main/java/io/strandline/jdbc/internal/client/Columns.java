package io.strandline.jdbc.internal.client;

import java.sql.DatabaseMetaData;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;

/** Makes columns of results that the driver itself puts together. Stateless. */
public final class Columns {
    private Columns() {}

    /** A nullable, read-only column at a place counted from 0. */
    public static ColumnMetaData of(int ordinal, String label, AvaticaType type) {
        return new ColumnMetaData(
                ordinal,
                false,
                true,
                true,
                false,
                DatabaseMetaData.columnNullable,
                true,
                0,
                label,
                label,
                "",
                0,
                0,
                "",
                "",
                type,
                true,
                false,
                false,
                type.columnClassName());
    }
}
