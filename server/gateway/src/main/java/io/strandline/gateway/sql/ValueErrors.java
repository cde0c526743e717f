package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteException;

/** Errors of computing values: division, ranges, casts. Told by class and by the words of Calcite's runtime. */
final class ValueErrors {
    /** What a message says, and what is said instead; the first that is found counts. */
    private record Known(Pattern words, ErrorCode code, String message) {}

    private static final List<Known> ARITHMETIC = List.of(
            known(
                    "by zero|Division undefined",
                    ErrorCode.DIVISION_BY_ZERO,
                    "division by zero. Guard the divisor, as in NULLIF(x, 0)."),
            known(
                    "overflow|out of range|too large|out of integer range|Rounding necessary|underflow",
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "a number is out of the range of its type. Cast to a wider type."));

    private static final List<Known> CALCITE = List.of(
            known(
                    "more than one value in agg",
                    ErrorCode.INVALID_STATEMENT,
                    "a subquery used as a value gave more than one row. Limit it to one."),
            known(
                    "SINGLE_VALUE|single row",
                    ErrorCode.INVALID_STATEMENT,
                    "a subquery used as a value gave more than one row. Limit it to one."),
            known(
                    "(?i)overflow|out of range",
                    ErrorCode.NUMBER_OUT_OF_RANGE,
                    "a number is out of the range of its type. Cast to a wider type."),
            known(
                    "(?i)by zero",
                    ErrorCode.DIVISION_BY_ZERO,
                    "division by zero. Guard the divisor, as in NULLIF(x, 0)."));

    private static final Pattern AGAIN =
            Pattern.compile("^Exception ([\\w.$]+)(?:: (.*?))?(?: \\[in thread .*\\])?$", Pattern.DOTALL);

    private ValueErrors() {}

    private static Known known(String words, ErrorCode code, String message) {
        return new Known(Pattern.compile(words), code, message);
    }

    static Optional<StrandlineException> translate(Throwable failure) {
        ExceptionInInitializerError constants = StatementErrors.find(failure, ExceptionInInitializerError.class);
        Matcher again = AGAIN.matcher(constants == null ? "" : StrandlineException.describe(constants));
        return again.find()
                ? translated(firstFailure(again.group(1), Objects.requireNonNullElse(again.group(2), "")))
                : translated(failure);
    }

    /**
     * Constants of compiled code are computed once; when that failed, each later run is told by a text alone what had failed
     * the first one.
     */
    private static RuntimeException firstFailure(String className, String message) {
        if (className.endsWith(".ArithmeticException")) {
            return new ArithmeticException(message);
        }
        return className.endsWith(".NumberFormatException")
                ? new NumberFormatException(message)
                : new IllegalArgumentException(message);
    }

    private static Optional<StrandlineException> translated(Throwable failure) {
        ArithmeticException arithmetic = StatementErrors.find(failure, ArithmeticException.class);
        if (arithmetic != null) {
            return lookUp(ARITHMETIC, arithmetic)
                    .or(() -> StatementErrors.error(
                            ErrorCode.NUMBER_OUT_OF_RANGE,
                            "a number is out of the range of its type. Cast to a wider type.",
                            arithmetic));
        }
        NumberFormatException number = StatementErrors.find(failure, NumberFormatException.class);
        if (number != null) {
            return StatementErrors.error(
                    ErrorCode.BAD_VALUE,
                    "a text does not read as a number where one is wanted. Cast only text that does.",
                    number);
        }
        CalciteException calcite = StatementErrors.find(failure, CalciteException.class);
        if (calcite != null) {
            return lookUp(CALCITE, calcite)
                    .or(() -> StatementErrors.error(ErrorCode.BAD_VALUE, sentence(calcite), calcite));
        }
        IllegalStateException state = StatementErrors.find(failure, IllegalStateException.class);
        Optional<StrandlineException> known = state == null ? Optional.empty() : lookUp(CALCITE, state);
        if (known.isPresent()) {
            return known;
        }
        if (StatementErrors.find(failure, java.time.DateTimeException.class) != null
                || StatementErrors.find(failure, IllegalArgumentException.class) != null) {
            return StatementErrors.error(
                    ErrorCode.BAD_VALUE,
                    "a value does not read as the type it is used as. Check casts and literals.",
                    failure);
        }
        return Optional.empty();
    }

    private static Optional<StrandlineException> lookUp(List<Known> table, Throwable failure) {
        String message = StrandlineException.describe(failure);
        return table.stream()
                .filter(known -> known.words().matcher(message).find())
                .findFirst()
                .flatMap(known -> StatementErrors.error(known.code(), known.message(), failure));
    }

    private static String sentence(CalciteException failure) {
        return Jargon.mend(StrandlineException.describe(failure));
    }
}
