package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.context;
import static io.strandline.sink.contract.SinkLab.page;
import static io.strandline.sink.contract.SinkLab.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Capability;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.SqlType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Columns and looks (SNK-9, SNK-14, SNK-26). */
final class ShapeChecks {
    private ShapeChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of("the columns are the live ones", ShapeChecks::liveColumns),
                Check.of("looks pass and change nothing", ShapeChecks::looksPass),
                Check.of("columns are added once", Capability.SCHEMA_EVOLUTION, ShapeChecks::addedOnce),
                Check.of("a type is widened, or that is refused", Capability.SCHEMA_EVOLUTION, ShapeChecks::widened),
                Check.of(
                        "a column may be NULL from then on, or that is refused",
                        Capability.SCHEMA_EVOLUTION,
                        ShapeChecks::relaxed));
    }

    private static void liveColumns(SinkLab lab) {
        assertThat(live(lab)).isEqualTo(SinkLab.SCHEMA);
    }

    private static RowSchema live(SinkLab lab) {
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            return driver.currentSchema(context(WriteMode.APPEND)).orElseThrow();
        }
    }

    private static void looksPass(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            List<SinkCheck> checks = driver.checks(context(WriteMode.APPEND));
            assertThat(checks).isNotEmpty();
            assertThat(checks).extracting(SinkCheck::result).doesNotContain(SinkCheck.Result.FAIL);
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static void evolve(SinkLab lab, SchemaEvolution evolution) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            driver.evolution().orElseThrow().evolve(evolution, context);
        }
    }

    private static void addedOnce(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        RowSchema.Column note = new RowSchema.Column("note", SqlType.text().orNull());
        evolve(lab, new SchemaEvolution(List.of(note), Map.of(), Set.of()));
        evolve(lab, new SchemaEvolution(List.of(note), Map.of(), Set.of()));
        assertThat(live(lab).columns()).hasSize(4).endsWith(note);
        assertThat(lab.rows().get()).hasSize(3);
    }

    private static void widened(SinkLab lab) {
        SchemaEvolution wider = new SchemaEvolution(List.of(), Map.of("amount", SqlType.decimal(12, 2)), Set.of());
        if (isFollowed(lab, wider)) {
            evolve(lab, wider);
            assertThat(live(lab).typeOf("amount"))
                    .contains(SqlType.decimal(12, 2).orNull());
        }
    }

    private static void relaxed(SinkLab lab) {
        SchemaEvolution relaxed = new SchemaEvolution(List.of(), Map.of(), Set.of("name"));
        if (isFollowed(lab, relaxed)) {
            evolve(lab, relaxed);
            assertThat(live(lab).typeOf("name")).contains(SqlType.text().orNull());
        }
    }

    /** A destination that cannot follow says so, and is as it was. */
    private static boolean isFollowed(SinkLab lab, SchemaEvolution evolution) {
        try {
            evolve(lab, evolution);
            return true;
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.REFUSED);
            assertThat(live(lab)).isEqualTo(SinkLab.SCHEMA);
            return false;
        }
    }
}
