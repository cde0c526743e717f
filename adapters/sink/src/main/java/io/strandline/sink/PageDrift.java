package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The last rule of a page: its columns are made to be the destination's, as the run says (SNK-9, SNK-20). */
final class PageDrift {
    private final DriverSink sink;
    private final RunOptions options;
    private final Consumer<String> warnings;
    private final Set<String> warned = new HashSet<>();
    private @Nullable RowSchema live;
    private boolean looked;

    PageDrift(DriverSink sink, RunOptions options, Consumer<String> warnings) {
        this.sink = sink;
        this.options = options;
        this.warnings = warnings;
    }

    /** The destination's columns; empty if it has none. */
    Optional<RowSchema> live() {
        if (!looked) {
            live = sink.driver().currentSchema(sink.context()).orElse(null);
            looked = true;
        }
        return Optional.ofNullable(live);
    }

    /** Whether columns of a batch can go to the driver as they are. */
    boolean isExactly(RowSchema offered) {
        return live().filter(there -> offered.columns().stream()
                        .allMatch(column -> there.typeOf(column.name())
                                .filter(type ->
                                        type.orNull().equals(column.type().orNull()))
                                .isPresent()))
                .isPresent();
    }

    /** The page with the destination's columns and types; rows that cannot have them are put aside. */
    NumberedPage conform(NumberedPage page, List<PageRules.Aside> aside) {
        if (live().isEmpty()) {
            return page;
        }
        Drift drift = Drift.between(page.page().schema(), there());
        if (drift.isNone() && options.onDrift() != OnDrift.EVOLVE) {
            return convert(page, there());
        }
        NumberedPage fitting = compatible(page, drift, aside);
        NumberedPage followed =
                options.onDrift() == OnDrift.EVOLVE ? evolved(fitting, drift) : judged(fitting, drift, aside);
        return convert(followed, there());
    }

    /** Changes the destination for what can be followed, whatever else does not fit. */
    private NumberedPage evolved(NumberedPage page, Drift drift) {
        SchemaEvolution evolution = drift.evolution(page.page(), there());
        if (!evolution.isEmpty()) {
            sink.evolution().evolve(evolution, sink.context());
            looked = false;
        }
        return page;
    }

    private RowSchema there() {
        return live().orElseThrow();
    }

    private NumberedPage compatible(NumberedPage page, Drift drift, List<PageRules.Aside> aside) {
        if (drift.incompatible().isEmpty()) {
            return page;
        }
        return switch (options.onIncompatible()) {
            case FAIL -> throw refused("column " + text(drift.incompatible()), "incompatible");
            case QUARANTINE -> withoutValues(page, drift.incompatible(), aside);
        };
    }

    /** Columns that the destination does not have, and values of types that hold more than its own. */
    private NumberedPage judged(NumberedPage page, Drift drift, List<PageRules.Aside> aside) {
        Map<String, String> unknown = new LinkedHashMap<>();
        drift.unknown().forEach(column -> unknown.put(column.name(), "is not a column of the destination"));
        Map<String, String> narrower = new LinkedHashMap<>();
        drift.wider()
                .forEach((name, type) -> narrower.put(
                        name,
                        "is " + type.sqlText() + ", and narrower there: "
                                + there().typeOf(name).orElseThrow().sqlText()));
        switch (options.onDrift()) {
            case FAIL -> {
                Map<String, String> differs = new LinkedHashMap<>(unknown);
                differs.putAll(narrower);
                if (!differs.isEmpty()) {
                    throw refused("column " + text(differs), "drift");
                }
            }
            case QUARANTINE -> {
                return narrowed(withoutValues(page, unknown, aside), drift.wider(), aside);
            }
            case WARN -> {
                unknown.forEach((name, what) -> warn(name + " " + what + " and is left out"));
                narrower.forEach((name, what) -> warn(name + " " + what + "; values that fit are written"));
                refuseKeys(unknown);
            }
            case IGNORE, EVOLVE -> refuseKeys(unknown);
        }
        return narrowed(page, drift.wider(), options.onIncompatible() == OnIncompatible.FAIL ? null : aside);
    }

    /**
     * Values of wider types as exactly the same ones of the destination's types.
     *
     * @param aside where rows go that have one which does not fit; null to fail the run for them
     */
    private NumberedPage narrowed(
            NumberedPage page, Map<String, SqlType> wider, @Nullable List<PageRules.Aside> aside) {
        if (wider.isEmpty()) {
            return page;
        }
        RowSchema offered = page.page().schema();
        RowSchema schema = new RowSchema(offered.columns().stream()
                .map(column -> wider.containsKey(column.name())
                        ? new RowSchema.Column(
                                column.name(), there().typeOf(column.name()).orElseThrow())
                        : column)
                .toList());
        List<@Nullable Object[]> rows = new ArrayList<>();
        BitSet out = new BitSet();
        for (int row = 0; row < page.size(); row++) {
            @Nullable Object[] copy = page.page().rows().get(row).clone();
            for (String name : wider.keySet()) {
                int at = offered.indexOf(name).orElseThrow();
                SqlType type = schema.columns().get(at).type();
                Object value = copy[at];
                copy[at] = value == null ? null : Narrowing.exactly(value, type).orElse(null);
                if (value != null && copy[at] == null && !out.get(row)) {
                    out.set(row);
                    doesNotFit(page, row, name, type, aside);
                }
            }
            rows.add(copy);
        }
        return new NumberedPage(new Page(schema, rows), page.numbers()).where(row -> !out.get(row));
    }

    private void doesNotFit(
            NumberedPage page, int row, String column, SqlType type, @Nullable List<PageRules.Aside> aside) {
        String reason = "the value of column " + column + " does not fit " + type.sqlText();
        if (aside == null) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "row " + (page.numbers()[row] + 1) + " for sink "
                            + sink.description().id() + ": " + reason
                            + ". Nothing of its page is written; correct the row, or widen the column, or let the sink keep such"
                            + " rows aside with on_incompatible: quarantine.");
        }
        aside.add(new PageRules.Aside(
                page.numbers()[row],
                "drift",
                reason,
                RowJson.whole(page.page().schema(), page.page().rows().get(row))));
    }

    /** Rows that have a value in one of those columns are put aside. */
    private static NumberedPage withoutValues(
            NumberedPage page, Map<String, String> columns, List<PageRules.Aside> aside) {
        Page rows = page.page();
        BitSet out = new BitSet();
        for (Map.Entry<String, String> column : columns.entrySet()) {
            int at = rows.schema().indexOf(column.getKey()).orElseThrow();
            for (int row = 0; row < rows.size(); row++) {
                if (!out.get(row) && rows.rows().get(row)[at] != null) {
                    out.set(row);
                    aside.add(new PageRules.Aside(
                            page.numbers()[row],
                            "drift",
                            "column " + column.getKey() + " " + column.getValue(),
                            RowJson.whole(rows.schema(), rows.rows().get(row))));
                }
            }
        }
        return page.where(row -> !out.get(row));
    }

    /** Leaving out a column of the key would write other rows than those meant. */
    private void refuseKeys(Map<String, String> differs) {
        for (String column : sink.context().key()) {
            if (differs.containsKey(column)) {
                throw refused("key column " + column + " " + differs.get(column), "drift");
            }
        }
    }

    private void warn(String what) {
        if (warned.add(what)) {
            warnings.accept("sink " + sink.description().id() + ": column " + what + ".");
        }
    }

    private StrandlineException refused(String what, String option) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                "sink " + sink.description().id() + ": " + what
                        + ". Nothing of the page is written; change the rows or the" + " table, or choose another on_"
                        + option + ".");
    }

    private static String text(Map<String, String> columns) {
        return columns.entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue())
                .collect(Collectors.joining(", column "));
    }

    /** The columns that the destination takes, their values of its types. */
    private static NumberedPage convert(NumberedPage page, RowSchema there) {
        Page rows = page.page();
        RowSchema offered = rows.schema();
        int[] kept = IntStream.range(0, offered.size())
                .filter(at -> there.typeOf(offered.columns().get(at).name())
                        .filter(type ->
                                Widening.takes(type, offered.columns().get(at).type()))
                        .isPresent())
                .toArray();
        List<RowSchema.Column> columns = new ArrayList<>();
        boolean same = kept.length == offered.size();
        for (int at : kept) {
            RowSchema.Column column = offered.columns().get(at);
            RowSchema.Column target = new RowSchema.Column(
                    column.name(), there.typeOf(column.name()).orElseThrow());
            same &= target.type().kind() == column.type().kind();
            columns.add(target);
        }
        RowSchema schema = new RowSchema(columns);
        List<@Nullable Object[]> values = same
                ? rows.rows()
                : rows.rows().stream().map(row -> convert(row, kept, schema)).toList();
        long bytes = same ? rows.bytes() : Page.UNCOUNTED;
        return new NumberedPage(new Page(schema, values, bytes), page.numbers());
    }

    private static @Nullable Object[] convert(@Nullable Object[] row, int[] kept, RowSchema schema) {
        @Nullable Object[] converted = new @Nullable Object[kept.length];
        for (int i = 0; i < kept.length; i++) {
            converted[i] =
                    Widening.convert(row[kept[i]], schema.columns().get(i).type());
        }
        return converted;
    }
}
