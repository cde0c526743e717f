package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Runs of all modes over a few keys, and rollbacks among them: the table is as the model says, or nothing has changed. */
class RollbackPropertyTest {
    /** Runs a mode over those rows; or undoes the run that the number picks, where there is no mode. */
    record Step(@Nullable WriteMode mode, Map<Long, String> rows, int undo, boolean force) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Map<Long, String>> rows = Arbitraries.maps(
                        Arbitraries.longs().between(1, 6), Arbitraries.of("a", "b", "c"))
                .ofMinSize(0)
                .ofMaxSize(4);
        Arbitrary<Step> runs = Combinators.combine(Arbitraries.of(WriteMode.class), rows)
                .as((mode, page) -> new Step(mode, page, 0, false));
        Arbitrary<Step> undos = Combinators.combine(
                        Arbitraries.integers().between(0, 20), Arbitraries.of(true, false, false))
                .as((run, force) -> new Step(null, Map.of(), run, force));
        return Arbitraries.frequencyOf(Tuple.of(3, runs), Tuple.of(2, undos))
                .list()
                .ofMinSize(2)
                .ofMaxSize(9);
    }

    @Property(tries = 30, seed = "20260801")
    void onSqlite(@ForAll("steps") List<Step> steps) {
        holds(Databases.SQLITE, steps);
        eachKindWasThere();
    }

    @Property(tries = 15, seed = "20260802")
    void onPostgresql(@ForAll("steps") List<Step> steps) {
        holds(Databases.POSTGRESQL, steps);
    }

    private static void holds(Databases database, List<Step> steps) {
        SinkLab lab = database.lab();
        RollbackModel model = new RollbackModel();
        List<RunRecord> runs = new ArrayList<>();
        for (Step step : steps) {
            if (step.mode() != null) {
                Map<Long, String> rows = new TreeMap<>(step.rows());
                if (step.mode() == WriteMode.APPEND) {
                    rows.keySet().removeAll(model.rows().keySet());
                }
                runs.add(lab.run(step.mode(), page(rows)));
                model.run(step.mode(), rows);
            } else if (!runs.isEmpty() && !model.isUndone(step.undo() % runs.size())) {
                int run = step.undo() % runs.size();
                RollbackOutcome foretold = lab.engine().rollback(runs.get(run).id(), step.force(), true, TestCall.CALL);
                assertThat(shown(lab)).as("a dry run").isEqualTo(model.rows());
                RollbackModel.Expected expected = model.rollback(run, step.force());
                RollbackOutcome outcome = lab.engine().rollback(runs.get(run).id(), step.force(), false, TestCall.CALL);
                assertThat(foretold.conflictCount()).as("%s", foretold).isEqualTo(outcome.conflictCount());
                if (outcome.applied()) {
                    assertThat(List.of(foretold.deleted(), foretold.restored()))
                            .isEqualTo(List.of(outcome.deleted(), outcome.restored()));
                }
                Statistics.label("rollbacks").collect(expected.applied(), expected.conflicts() > 0);
                assertThat(outcome.applied()).as("%s", outcome).isEqualTo(expected.applied());
                assertThat(outcome.conflictCount()).as("%s", outcome).isEqualTo(expected.conflicts());
            }
            assertThat(shown(lab)).isEqualTo(model.rows());
        }
    }

    /** What would be shown if no rollback was ever refused, or none was ever done. */
    private static void eachKindWasThere() {
        Statistics.label("rollbacks").coverage(seen -> {
            seen.check(true, false).count(many -> many > 10);
            seen.check(true, true).count(many -> many > 0);
            seen.check(false, true).count(many -> many > 5);
        });
    }

    private static Page page(Map<Long, String> rows) {
        List<@Nullable Object[]> values = new ArrayList<>();
        rows.forEach((id, name) -> values.add(new @Nullable Object[] {id, name, new BigDecimal("1.00")}));
        return new Page(SinkLab.SCHEMA, values);
    }

    private static Map<Long, String> shown(SinkLab lab) {
        Map<Long, String> rows = new LinkedHashMap<>();
        lab.rows().get().forEach(row -> rows.put((Long) row.get(0), (String) row.get(1)));
        return rows;
    }
}
