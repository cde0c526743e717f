package io.strandline.gateway.call;

import io.strandline.gateway.sql.ExpressionPlan;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/** Where the value of one argument comes from at each run. */
sealed interface ArgumentSource {
    /** What the parameter's default is: the argument is left out, or the word DEFAULT. */
    record Default(boolean given) implements ArgumentSource {}

    /** NULL. */
    record Null() implements ArgumentSource {}

    /** A literal, as a client would have bound it. */
    record Literal(Rep rep, Object value) implements ArgumentSource {}

    /** A bare {@code ?}. */
    record Bound(int parameter) implements ArgumentSource {}

    /** {@code ARRAY[...]} element by element, so that text in it keeps its length. */
    record Elements(List<ArgumentSource> elements) implements ArgumentSource {}

    /** Any other constant expression. */
    record Computed(ExpressionPlan expression, String text, boolean varies) implements ArgumentSource {}

    /** What kind it is, for plans. */
    default String kind() {
        if (this instanceof Default) {
            return "default";
        }
        if (this instanceof Null) {
            return "null";
        }
        if (this instanceof Bound bound) {
            return "?" + bound.parameter();
        }
        return this instanceof Computed ? "expression" : "literal";
    }
}
