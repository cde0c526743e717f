package io.strandline.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Entry point of {@code sql-tests/bench}. */
public final class Bench {
    private static final Map<String, Benchmark> ALL = new TreeMap<>(Map.of(
            "catalog", atTheEnd(CatalogBench::run),
            "log", LogBench::run,
            "manifest", atTheEnd(ManifestBench::run),
            "reconcile-scale", atTheEnd(ReconcileScale::run),
            "sinks", SinksBench::run,
            "statement-latency", atTheEnd(StatementLatency::run),
            "wide-rows", atTheEnd(WideRowsStream::run),
            "wire", atTheEnd(Wire::run)));

    private Bench() {}

    /** A benchmark by name. */
    @FunctionalInterface
    interface Benchmark {
        /** Measures, and gives each line when it is measured. */
        void run(boolean quick, Consumer<Line> lines) throws Exception;
    }

    /** One that gives all its lines at once. */
    @FunctionalInterface
    interface Whole {
        /** Measures, and gives what it measured in order. */
        List<Line> run(boolean quick) throws Exception;
    }

    private static Benchmark atTheEnd(Whole benchmark) {
        return (quick, lines) -> benchmark.run(quick).forEach(lines);
    }

    /** What was measured. */
    record Line(String name, double value, String unit) {
        /** A line that was printed. */
        static Line parse(String text) {
            String[] parts = text.split(" ", 3);
            return new Line(parts[0], Double.parseDouble(parts[1]), parts[2]);
        }

        @Override
        public String toString() {
            String number = value == Math.rint(value) && Math.abs(value) < 1L << 53
                    ? Long.toString((long) value)
                    : String.format(Locale.ROOT, "%.4g", value);
            return name + " " + number + " " + unit;
        }
    }

    /** Runs the benchmark named first; {@code --quick} for a short look whose numbers are rough. */
    public static void main(String[] arguments) throws Exception {
        quietLogs();
        PrintStream out = out();
        List<String> words = Arrays.asList(arguments);
        Benchmark benchmark = words.isEmpty() ? null : ALL.get(words.get(0));
        if (benchmark == null) {
            out.println("usage: sql-tests/bench NAME [--quick]; NAME is one of " + ALL.keySet());
            System.exit(2);
            return;
        }
        benchmark.run(words.contains("--quick"), out::println);
    }

    /** Where lines are printed to. */
    static PrintStream out() {
        return new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    /** Only warnings are logged from now on: numbers are what is to be read. */
    static void quietLogs() {
        Logger.getLogger("").setLevel(Level.WARNING);
    }
}
