package io.strandline.gateway.call;

import io.strandline.gateway.sql.ExpressionPlan;
import java.util.List;
import java.util.stream.Collectors;
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

    /** What would be bound, as SQL: a literal's value, {@code ?1} for a parameter, an expression as it was written. */
    default String shown() {
        if (this instanceof Literal literal) {
            return RequestText.literal(literal.value());
        }
        if (this instanceof Bound bound) {
            return "?" + (bound.parameter() + 1);
        }
        if (this instanceof Elements list) {
            return list.elements().stream().map(ArgumentSource::shown).collect(Collectors.joining(", ", "ARRAY[", "]"));
        }
        return this instanceof Computed computed ? computed.text() : "NULL";
    }
}
