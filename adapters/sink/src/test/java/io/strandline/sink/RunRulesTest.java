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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private RunEngine engine(SinkSpec spec) {
        return new RunEngine(
                new OneSink(new MemoryConnector(table), spec),
                runs,
                (predicate, schema) -> row -> !predicate.equals("name <> 'bad'")
                        || !"bad".equals(row[schema.indexOf("name").orElseThrow()]),
                "here",
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    private RunRecord write(RunRules rules, RunOptions options, Page page) {
        SinkSpec spec = spec(rules, options);
        try (Run run = engine(spec).begin(RunRequest.of(spec), call)) {
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

    /** What is kept aside can be corrected and sent again. */
    @Test
    void aRowInQuarantineIsWhole() {
        RowSchema contract = new RowSchema(List.of(new RowSchema.Column("amount", SqlType.decimal(10, 2))));
        String text = "x".repeat(10_000);
        Page page = page(new @Nullable Object[] {1L, text, null});
        write(new RunRules(Map.of(), List.of(), contract), RunOptions.DEFAULTS, page);
        assertThat(runs.quarantined())
                .singleElement()
                .satisfies(note -> assertThat(note.values()).contains(text));
    }

    @Test
    void aLoadOfWhichAllIsWrongEnds() {
        @Nullable Object[][] rows = new @Nullable Object[100_001][];
        Arrays.fill(rows, row(1, "bad"));
        assertThatThrownBy(() -> write(quality(RunRules.Action.QUARANTINE), RunOptions.DEFAULTS, page(rows)))
                .hasMessageContaining("more than 100000 rows aside");
        assertThat(runs.quarantined()).isEmpty();
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

    /** What an UPDATE does not set was masked when it was written. */
    @Test
    void whatIsUnchangedIsNotMaskedAgain() {
        RunRules rules = new RunRules(Map.of("name", RunRules.Mask.HASH), List.of(), null);
        write(rules, RunOptions.DEFAULTS, page(row(1, "ada")));
        Object hashed = table.rows().get(0).get(1);
        SinkSpec spec = spec(rules, RunOptions.DEFAULTS);
        try (Run run = engine(spec).begin(RunRequest.of(spec), call)) {
            run.write(page(row(2, String.valueOf(hashed)), row(3, "x")), Set.of("name"), null);
            run.write(page(row(4, "ada")), Set.of("id"), null);
            run.commit();
        }
        assertThat(table.rows().stream().map(row -> row.get(1)).toList())
                .isEqualTo(List.of(hashed, hashed, "x", hashed));
    }

    /** A mask that masks nothing writes in clear what was to be hidden. */
    @Test
    void aMaskOfNoColumnIsRefusedAtTheBeginning() {
        for (OnDrift onDrift : OnDrift.values()) {
            RunRules typo = new RunRules(Map.of("Name", RunRules.Mask.HASH), List.of(), null);
            assertThatThrownBy(() -> write(typo, RunOptions.DEFAULTS.with(onDrift), page(row(1, "a"))))
                    .hasMessageContaining("mask of \"Name\"")
                    .hasMessageContaining("\"name\"");
        }
        RunRules unknown = new RunRules(Map.of("ssn", RunRules.Mask.NULL), List.of(), null);
        assertThatThrownBy(() -> write(unknown, RunOptions.DEFAULTS, page(row(1, "a"))))
                .hasMessageContaining("ssn");
        assertThat(table.rows()).isEmpty();
        assertThat(write(unknown, RunOptions.DEFAULTS.with(OnDrift.EVOLVE), page(row(1, "a")))
                        .counts()
                        .accepted())
                .isEqualTo(1);
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

    private static Page amounts(String... amounts) {
        RowSchema schema = new RowSchema(List.of(
                new RowSchema.Column("id", SqlType.bigint()),
                new RowSchema.Column("name", SqlType.text()),
                new RowSchema.Column("amount", SqlType.decimal(20, 4))));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (String amount : amounts) {
            rows.add(new @Nullable Object[] {rows.size() + 1L, "n", new BigDecimal(amount)});
        }
        return new Page(schema, rows);
    }

    /** SNK-9: a type that holds more than the column's is no reason to lose a value that fits. */
    @ParameterizedTest
    @EnumSource(names = {"IGNORE", "WARN", "QUARANTINE"})
    void aValueOfAWiderTypeIsWrittenIfItFits(OnDrift onDrift) {
        write(RunRules.NONE, RunOptions.DEFAULTS.with(onDrift), amounts("12.5000"));
        assertThat(table.rows().get(0).get(2)).isEqualTo(new BigDecimal("12.50"));
        assertThat(call.warnings().stream().filter(said -> said.contains("narrower there: DECIMAL(10, 2)")))
                .hasSize(onDrift == OnDrift.WARN ? 1 : 0);
    }

    @Test
    void aValueOfAWiderTypeThatDoesNotFitIsNeverLost() {
        assertThatThrownBy(() ->
                        write(RunRules.NONE, RunOptions.DEFAULTS.with(OnDrift.IGNORE), amounts("1.0000", "1.0001")))
                .hasMessageContaining("row 2")
                .hasMessageContaining("column amount does not fit DECIMAL(10, 2)");
        assertThat(table.rows()).isEmpty();
        RunRecord run = write(
                RunRules.NONE, RunOptions.DEFAULTS.with(OnDrift.QUARANTINE), amounts("1.0000", "99999999999.0000"));
        assertThat(run.counts()).isEqualTo(new RunCounts(2, 1, 0, 0, 0, 1, 0));
    }

    /** What cannot be followed is put aside, and what can is followed all the same. */
    @Test
    void aDestinationFollowsWhateverElseDoesNotFit() {
        RowSchema schema = new RowSchema(List.of(
                new RowSchema.Column("id", SqlType.bigint()),
                new RowSchema.Column("name", SqlType.text()),
                new RowSchema.Column("amount", SqlType.text().orNull()),
                new RowSchema.Column("note", SqlType.text().orNull())));
        Page page = new Page(
                schema,
                List.<@Nullable Object[]>of(
                        new @Nullable Object[] {1L, "n", null, "kept"},
                        new @Nullable Object[] {2L, "n", "x", "aside"}));
        RunOptions options = new RunOptions(
                OnDrift.EVOLVE,
                OnIncompatible.QUARANTINE,
                OnMissingKey.FAIL,
                OnFailedRow.FAIL,
                10,
                100_000,
                10_000,
                8L << 20,
                4);
        assertThat(write(RunRules.NONE, options, page).counts()).isEqualTo(new RunCounts(2, 1, 0, 0, 0, 1, 0));
        assertThat(table.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.get(3)).isEqualTo("kept"));
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
