package io.strandline.log;

/** Who is shown the records of a range (LOG-10). */
@FunctionalInterface
public interface RangeVisitor {
    /**
     * Looks at a record. What it throws ends the visit before the next record.
     *
     * @return whether to go on
     */
    boolean visit(LogRecord found);
}
