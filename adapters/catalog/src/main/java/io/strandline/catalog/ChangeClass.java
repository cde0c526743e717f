package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Changes that are made only when the caller allows them by name (CAT-6). */
public enum ChangeClass {
    DROP_COLUMN,
    RENAME_BY_GUESS,
    PARTITION_SPEC,
    SORT_ORDER,
    LOCATION,
    IDENTIFIER_FIELDS,
    REMOVE_PROPERTY,
    UPGRADE_FORMAT;

    /** The name in SQL: {@code drop_column}. */
    public String text() {
        return Text.lower(name());
    }

    /** All names. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(ChangeClass::text).toList();
    }

    /**
     * Those of that name.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for a name that is none
     */
    public static Set<ChangeClass> of(Collection<String> texts) {
        Set<ChangeClass> classes = EnumSet.noneOf(ChangeClass.class);
        for (String text : texts) {
            classes.add(Arrays.stream(values())
                    .filter(value -> value.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.BAD_ARGUMENT,
                            "allow: there is no class of changes \"" + Text.cut(text, 60) + "\""
                                    + Text.didYouMean(text, texts()) + " There are "
                                    + String.join(", ", texts()) + ".")));
        }
        return classes;
    }
}
