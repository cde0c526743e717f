package io.strandline.catalog;

import java.util.Optional;
import java.util.Set;

/** What is wanted of a table, in the light of what it is: asked again each time it was described. */
@FunctionalInterface
interface Wish {
    /**
     * What is wanted.
     *
     * @param live empty for a table that is not there
     * @return empty if it is to stay as it is
     */
    Optional<Wanted> of(Optional<TableState> live);

    /**
     * A desired table and what may be done to get there.
     *
     * @param json the same, as {@link DesiredJson} reads it: another process judges by it what became of a change
     */
    record Wanted(DesiredTable table, Set<ChangeClass> allow, String json) {
        public Wanted {
            allow = Set.copyOf(allow);
        }

        /** With the table as JSON. */
        static Wanted of(DesiredTable table, Set<ChangeClass> allow) {
            return new Wanted(table, allow, DesiredText.of(table));
        }
    }

    /**
     * What is done with it.
     *
     * @param action as {@code runtime.audit} names it
     * @param advice what to do about refusals, a sentence
     */
    record Way(String action, String advice) {}
}
