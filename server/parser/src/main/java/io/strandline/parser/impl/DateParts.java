package io.strandline.parser.impl;

import java.util.Arrays;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Units of time that are written as a text, as in {@code DATE_PART('year', t)}. */
final class DateParts {
    private DateParts() {}

    /** The unit of that name in any case; whether there is one is for the validator. */
    static SqlIntervalQualifier of(String name, SqlParserPos at) {
        String unit = name.toUpperCase(Locale.ROOT);
        return Arrays.stream(TimeUnit.values())
                .filter(known -> known.name().equals(unit))
                .findFirst()
                .map(known -> new SqlIntervalQualifier(known, null, at))
                .orElseGet(() -> new SqlIntervalQualifier(name, at));
    }
}
