package io.strandline.parser;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;
import org.jspecify.annotations.Nullable;

/** {@code SHOW kind [FROM name] [LIKE 'pattern']}, as it was written. It does not change. */
public final class SqlShow extends SqlCall {
    private static final SqlOperator SHOW = new SqlSpecialOperator("SHOW", SqlKind.OTHER) {
        @Override
        public SqlCall createCall(
                @Nullable SqlLiteral functionQualifier, SqlParserPos pos, @Nullable SqlNode... operands) {
            return new SqlShow(
                    pos,
                    (SqlIdentifier) Objects.requireNonNull(operands[0], "kind"),
                    (SqlIdentifier) operands[1],
                    operands[2]);
        }
    };

    private final SqlIdentifier kind;
    private final @Nullable SqlIdentifier within;
    private final @Nullable SqlNode pattern;

    /** Called by the generated parser. */
    public SqlShow(SqlParserPos pos, SqlIdentifier kind, @Nullable SqlIdentifier within, @Nullable SqlNode pattern) {
        super(pos);
        this.kind = kind;
        this.within = within;
        this.pattern = pattern;
    }

    /** What is to be shown, in lower case unless quoted: {@code tables}. */
    public SqlIdentifier kind() {
        return kind;
    }

    /** The name after FROM or IN. */
    public Optional<SqlIdentifier> within() {
        return Optional.ofNullable(within);
    }

    /** The pattern after LIKE. */
    public Optional<String> pattern() {
        return Optional.ofNullable(pattern).map(literal -> ((SqlLiteral) literal).getValueAs(String.class));
    }

    @Override
    public SqlOperator getOperator() {
        return SHOW;
    }

    @Override
    public List<@Nullable SqlNode> getOperandList() {
        return ImmutableNullableList.of(kind, within, pattern);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("SHOW");
        kind.unparse(writer, 0, 0);
        if (within != null) {
            writer.keyword("FROM");
            within.unparse(writer, 0, 0);
        }
        if (pattern != null) {
            writer.keyword("LIKE");
            pattern.unparse(writer, 0, 0);
        }
    }
}
