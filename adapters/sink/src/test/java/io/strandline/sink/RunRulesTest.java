package io.strandline.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.TableRef;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the rows of a run go through before a driver sees them (SNK-9, SNK-20). */
class RunRulesTest {
    private final MemoryTable table = new MemoryTable();
    private final MemoryRunStore runs = new MemoryRunStore();
    private final TestCall call = new TestCall();

    private SinkSpec spec(RunRules rules, RunOptions options) {
        return new SinkSpec(
                "lab",
                "memory",
                new TableRef("sink_lab", List.of("main"), "t"),
                Map.of(),
                WriteMode.APPEND,
                List.of("id"),
                options,
                rules,
                "configuration");
    }

    private RunRecord write(RunRules rules, RunOptions options, Page page) {
        SinkSpec spec = spec(rules, options);
        RunEngine engine = new RunEngine(
                new OneSink(new MemoryConnector(table), spec),
                runs,
                (predicate, schema) -> row -> !predicate.equals("name <> 'bad'")
                        || !"bad".equals(row[schema.indexOf("name").orElseThrow()]),
                "here",
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        try (Run run = engine.begin(RunRequest.of(spec), call)) {
            run.write(page);
            return run.commit();
        }
    }

    private static @Nullable Object[] row(long id, @Nullable String name) {
        return new @Nullable Object[] {id, name, new BigDecimal("1.00")};
    }

    private static Page page(@Nullable Object[]... rows) {
        return new Page(SinkLab.SCHEMA, List.of(rows));
    }

    private static RunRules quality(RunRules.Action action) {
        return new RunRules(Map.of(), List.of(new RunRules.QualityRule("not_bad", "name <> 'bad'", action)), null);
    }

    @Test
    void rowsThatDoNotSatisfyARuleGoIntoQuarantine() {
        RunRecord run = write(
                quality(RunRules.Action.QUARANTINE),
                RunOptions.DEFAULTS,
                page(row(1, "a"), row(2, "bad"), row(3, "c")));
        assertThat(run.counts()).isEqualTo(new RunCounts(3, 2, 0, 0, 0, 1, 0));
        assertThat(table.rows()).hasSize(2);
        assertThat(runs.quarantined()).singleElement().satisfies(note -> {
            assertThat(note.row()).isEqualTo(1);
            assertThat(note.rule()).isEqualTo("not_bad");
            assertThat(note.values()).contains("\"name\":\"bad\"");
        });
    }

    @Test
    void aRuleCanFailTheRun() {
        assertThatThrownBy(() ->
                        write(quality(RunRules.Action.FAIL), RunOptions.DEFAULTS, page(row(1, "a"), row(2, "bad"))))
                .hasMessageContaining("row 2")
                .hasMessageContaining("not_bad");
        assertThat(table.rows()).isEmpty();
        assertThat(runs.quarantined()).isEmpty();
    }

    /** Masking comes first: what is kept aside is masked too. */
    @Test
    void valuesAreMaskedBeforeAnythingSeesThem() {
        RunRules rules = new RunRules(
                Map.of("name", RunRules.Mask.HASH),
                List.of(new RunRules.QualityRule("not_bad", "name <> 'bad'", RunRules.Action.QUARANTINE)),
                null);
        RunRecord run = write(rules, RunOptions.DEFAULTS, page(row(1, "bad")));
        assertThat(run.counts().accepted()).isEqualTo(1);
        assertThat(table.rows().get(0).get(1)).asString().hasSize(64).isNotEqualTo("bad");
    }

    @Test
    void aContractWantsItsColumns() {
        RowSchema contract = new RowSchema(List.of(new RowSchema.Column("region", SqlType.text())));
        assertThatThrownBy(() ->
                        write(new RunRules(Map.of(), List.of(), contract), RunOptions.DEFAULTS, page(row(1, "a"))))
                .hasMessageContaining("region");
        assertThat(table.rows()).isEmpty();
    }

    private static Page withNote(@Nullable String... notes) {
        RowSchema schema = new RowSchema(List.of(
                new RowSchema.Column("id", SqlType.bigint()),
                new RowSchema.Column("name", SqlType.text()),
                new RowSchema.Column("note", SqlType.text().orNull())));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (String note : notes) {
            rows.add(new @Nullable Object[] {rows.size() + 1L, "n", note});
        }
        return new Page(schema, rows);
    }

    @ParameterizedTest
    @EnumSource
    void columnsThatAreNotThereAreTreatedAsSaid(OnDrift onDrift) {
        RunOptions options = RunOptions.DEFAULTS.with(onDrift);
        if (onDrift == OnDrift.FAIL) {
            assertThatThrownBy(() -> write(RunRules.NONE, options, withNote("x")))
                    .hasMessageContaining("note");
            assertThat(table.rows()).isEmpty();
            return;
        }
        RunRecord run = write(RunRules.NONE, options, withNote(null, "x"));
        boolean aside = onDrift == OnDrift.QUARANTINE;
        assertThat(run.counts()).isEqualTo(new RunCounts(2, aside ? 1 : 2, 0, 0, 0, aside ? 1 : 0, 0));
        assertThat(call.warnings()).hasSize(onDrift == OnDrift.WARN ? 1 : 0);
        assertThat(table.rows().get(0)).hasSize(onDrift == OnDrift.EVOLVE ? 4 : 3);
    }

    @Test
    void aTypeThatDoesNotFitIsRefused() {
        RowSchema schema = new RowSchema(
                List.of(new RowSchema.Column("id", SqlType.text()), new RowSchema.Column("name", SqlType.text())));
        Page page = new Page(schema, List.<@Nullable Object[]>of(new @Nullable Object[] {"1", "a"}));
        assertThatThrownBy(() -> write(RunRules.NONE, RunOptions.DEFAULTS.with(OnDrift.EVOLVE), page))
                .hasMessageContaining("VARCHAR does not fit BIGINT");
        assertThat(table.rows()).isEmpty();
    }

    @Test
    void aNarrowerTypeBecomesTheColumns() {
        RowSchema schema = new RowSchema(
                List.of(new RowSchema.Column("id", SqlType.integer()), new RowSchema.Column("name", SqlType.text())));
        write(RunRules.NONE, RunOptions.DEFAULTS, new Page(schema, List.<@Nullable Object[]>of(new @Nullable Object[] {
            1, "a"
        })));
        assertThat(table.rows().get(0).get(0)).isEqualTo(1L);
    }

    @Test
    void rowsThatTheDestinationDoesNotTakeAreKeptAside() {
        RunRecord run = write(
                RunRules.NONE,
                RunOptions.DEFAULTS.with(OnFailedRow.KEEP_GOING),
                page(row(1, "a"), row(2, null), row(3, "c")));
        assertThat(run.counts()).isEqualTo(new RunCounts(3, 2, 0, 0, 1, 0, 0));
        assertThat(runs.failed())
                .singleElement()
                .satisfies(note -> assertThat(note.row()).isEqualTo(1));
    }
}
