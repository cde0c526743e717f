package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.GatewayProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Time of one statement over the driver on loopback, gateway in a process of its own: {@code SELECT 1}, a findings query, and
 * a query for one table of {@code catalog.tables}, as Statement and as PreparedStatement. The floor of the same run is
 * pgjdbc's prepared {@code SELECT 1} against a PostgreSQL on the same machine.
 */
final class StatementLatency {
    private static final String NAME = "statement-latency.";
    private static final String FLOOR = "pgjdbcSelect1";

    private StatementLatency() {}

    static List<Line> run(boolean quick) throws RunnerException, IOException, SQLException {
        Path folder = Files.createTempDirectory("strandline-bench");
        try (GatewayProcess gateway = GatewayProcess.demo(folder.resolve("lake"));
                EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
            return lines(
                    new Runner(options(quick, gateway.jdbcUrl(), postgres.getJdbcUrl("postgres", "postgres"))).run());
        }
    }

    /** Both servers are warmed by all works, as those of a user are; each work is measured in a client of its own. */
    private static Options options(boolean quick, String gateway, String postgres) {
        return new OptionsBuilder()
                .include(StatementLatencyWork.class.getName() + "." + System.getProperty("strandline.bench.work", ".*"))
                .mode(Mode.SampleTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .forks(1)
                .jvmArgsAppend(
                        "-D" + StatementLatencyWork.GATEWAY + "=" + gateway,
                        "-D" + StatementLatencyWork.POSTGRES + "=" + postgres)
                .warmupIterations(5)
                .warmupTime(TimeValue.seconds(quick ? 1 : 5))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(quick ? 1 : 3))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
    }

    private static List<Line> lines(Collection<RunResult> results) {
        Map<String, Double> medians = new HashMap<>();
        List<Line> lines = new ArrayList<>();
        for (RunResult result : results) {
            String work = result.getPrimaryResult().getLabel();
            double median = result.getPrimaryResult().getStatistics().getPercentile(50);
            medians.put(work, median);
            lines.add(new Line(NAME + work + ".p50", median / 1_000, "ms"));
            lines.add(new Line(
                    NAME + work + ".p99",
                    result.getPrimaryResult().getStatistics().getPercentile(99) / 1_000,
                    "ms"));
        }
        double floor = medians.get(FLOOR);
        lines.add(new Line(NAME + "ratio.select1_vs_pgjdbc", medians.get("select1Prepared") / floor, "x"));
        lines.add(new Line(NAME + "ratio.select1_statement_vs_pgjdbc", medians.get("select1Statement") / floor, "x"));
        lines.add(new Line(NAME + "ratio.point_vs_pgjdbc", medians.get("pointPrepared") / floor, "x"));
        lines.add(new Line(NAME + "ratio.point_statement_vs_pgjdbc", medians.get("pointStatement") / floor, "x"));
        return lines;
    }
}
