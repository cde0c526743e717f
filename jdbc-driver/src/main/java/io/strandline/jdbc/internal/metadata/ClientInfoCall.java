package io.strandline.jdbc.internal.metadata;

import java.sql.ResultSet;
import java.sql.SQLException;

/** {@link java.sql.DatabaseMetaData#getClientInfoProperties}: what a connection keeps. No request. */
final class ClientInfoCall {
    private ClientInfoCall() {}

    static ResultSet answer() throws SQLException {
        return new Rows(Layout.CLIENT_INFO_PROPERTIES)
                .add()
                .set("NAME", "ApplicationName")
                .set("MAX_LEN", 0)
                .set("DEFAULT_VALUE", "")
                .set("DESCRIPTION", "Name of the application, shown in runtime.sessions.")
                .toResultSet();
    }
}
