package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Times of one question: the first, and the median once it was asked for some seconds. */
final class Timing {
    private static final double ENOUGH_SECONDS = 20;
    private static final double WARM_SECONDS = 3;

    private Timing() {}

    /** A question; its answer is a number that tells whether two peers answered the same. */
    @FunctionalInterface
    interface Question {
        long ask() throws Exception;
    }

    /**
     * Asks once, then for some seconds to warm up, and then up to that many times more, for as long as they fit into some
     * seconds.
     *
     * @return lines {@code NAME.rows}, {@code NAME.first} and {@code NAME.p50}, both in seconds
     */
    static List<Line> of(String name, int times, Question question) throws Exception {
        long begun = System.nanoTime();
        long rows = question.ask();
        double first = (System.nanoTime() - begun) / 1e9;
        while ((System.nanoTime() - begun) / 1e9 < first + WARM_SECONDS) {
            question.ask();
        }
        List<Double> more = new ArrayList<>();
        double spent = 0;
        for (int i = 0; i < times && (i < 3 || spent < ENOUGH_SECONDS); i++) {
            begun = System.nanoTime();
            long again = question.ask();
            more.add((System.nanoTime() - begun) / 1e9);
            spent += more.get(i);
            if (again != rows) {
                throw new IllegalStateException(name + " answered " + rows + ", then " + again);
            }
        }
        return List.of(
                new Line(name + ".rows", rows, "rows"),
                new Line(name + ".first", first, "s"),
                new Line(name + ".p50", median(more), "s"));
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
