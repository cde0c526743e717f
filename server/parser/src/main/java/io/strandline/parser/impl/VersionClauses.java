package io.strandline.parser.impl;

import io.strandline.parser.SqlTableVersion;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * {@code FOR VERSION AS OF} and {@code FOR TIMESTAMP AS OF}, Trino's spelling, and {@code FOR SYSTEM_VERSION AS OF}, of which
 * the grammar has only the standard's {@code FOR SYSTEM_TIME AS OF}: read as that, and told apart in the tree. For one text.
 */
final class VersionClauses implements StrandlineSqlParserImplConstants {
    private final Set<Place> versions = new HashSet<>();

    /** Where what follows a clause stands. */
    private record Place(int line, int column) {}

    void clear() {
        versions.clear();
    }

    /** Reads the clause after a FOR as the one the grammar has, if there is one. */
    void readAfter(TokenQueue tokens) {
        Token word = tokens.peek(0);
        boolean asOf = tokens.peek(1).kind == AS
                && tokens.peek(2).image != null
                && tokens.peek(2).image.equalsIgnoreCase("of");
        if (!asOf) {
            return;
        }
        switch (word.image.toLowerCase(Locale.ROOT)) {
            case "version", "system_version" -> {
                word.kind = SYSTEM_TIME;
                Token value = tokens.peek(3);
                versions.add(new Place(value.beginLine, value.beginColumn));
            }
            case "timestamp" -> word.kind = SYSTEM_TIME;
            default -> {
                // the grammar's own, or no such clause
            }
        }
    }

    /** The tree with the versions told apart. */
    SqlNode putInto(SqlNode statement) {
        SqlNode changed = versions.isEmpty() ? statement : statement.accept(new Versions());
        return changed == null ? statement : changed;
    }

    private final class Versions extends SqlShuttle {
        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call instanceof SqlSnapshot snapshot) {
                SqlNode period = snapshot.getPeriod();
                SqlParserPos at = period.getParserPosition();
                return versions.contains(new Place(at.getLineNum(), at.getColumnNum()))
                        ? new SqlSnapshot(
                                snapshot.getParserPosition(),
                                snapshot.getTableRef(),
                                SqlTableVersion.OPERATOR.createCall(at, period))
                        : snapshot;
            }
            return super.visit(call);
        }
    }
}
