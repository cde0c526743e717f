package io.strandline.gateway.sql;

import java.util.List;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.sql.validate.SqlNameMatchers;

/** Looks names up along a session's path. */
final class SessionCatalogReader extends CalciteCatalogReader {
    SessionCatalogReader(PlanningContext context) {
        super(
                context.getRootSchema(),
                SqlNameMatchers.withCaseSensitive(true),
                context.paths(),
                context.getTypeFactory(),
                context.config());
    }

    /** The paths in order. */
    List<List<String>> paths() {
        return getSchemaPaths();
    }
}
