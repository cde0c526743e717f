package io.strandline.gateway.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Calcite's, but times become texts as answers print them ({@link TimeTexts}): its casts leave out the milliseconds. */
final class EngineRexBuilder extends RexBuilder {
    private final InstantCalls instants = new InstantCalls(this);

    EngineRexBuilder(RelDataTypeFactory typeFactory) {
        super(typeFactory);
    }

    @Override
    public RexNode makeCast(
            SqlParserPos pos,
            RelDataType type,
            RexNode expression,
            boolean matchNullability,
            boolean safe,
            RexLiteral format) {
        RexNode printed = SqlTypeUtil.isCharacter(type) ? instants.text(expression) : expression;
        return super.makeCast(pos, type, printed, matchNullability, safe, format);
    }
}
