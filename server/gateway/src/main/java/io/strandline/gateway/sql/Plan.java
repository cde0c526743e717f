package io.strandline.gateway.sql;

import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** A prepared statement that knows how to run itself. */
public interface Plan extends PreparedSql {
    /** Runs it once. May throw anything; the engine makes a coded error of it. */
    Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution);
}
