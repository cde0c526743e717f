package io.strandline.reconcile;

import java.time.LocalDate;

/**
 * Findings of one kind on one connection on one day, by UTC: a point of a chart.
 *
 * @param open findings open at the end of the day
 * @param opened findings first seen on that day, those among them that came back
 * @param resolved findings resolved on that day
 * @param provable those open at the end of the day that could be proved to be ours, when they were last seen
 */
public record DriftDay(
        String connection,
        String catalog,
        String namespace,
        String kind,
        LocalDate day,
        long open,
        long opened,
        long resolved,
        long provable) {}
