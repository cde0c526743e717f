package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.SqlType.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rules of a run that look at rows alone: masking, quality, contract, in this order (SNK-20). */
final class PageRules {
    private final SinkDescription sink;
    private final RunRules rules;
    private final RunRules.Predicates predicates;

    /** Predicates for the columns they were made for last: pages of a run mostly have the same. */
    private @Nullable RowSchema compiledFor;

    private List<Predicate<@Nullable Object[]>> compiled = List.of();

    PageRules(SinkDescription sink, RunRules rules, RunRules.Predicates predicates) {
        this.sink = sink;
        this.rules = rules;
        this.predicates = predicates;
    }

    /**
     * What is left of a page.
     *
     * @param rows those that passed, masked
     * @param quarantined those that did not
     */
    record Governed(NumberedPage rows, List<Aside> quarantined) {}

    /** A row put aside. */
    record Aside(long number, String rule, String reason, String values) {}

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /**
     * That each mask is of a column that is there, or may come: a mask of none writes in clear what it was to hide.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} naming the mask
     */
    static void requireMasked(SinkDescription sink, RunRules rules, RowSchema live, OnDrift onDrift) {
        for (String column : rules.masks().keySet()) {
            boolean misspelt = live.names().stream().anyMatch(column::equalsIgnoreCase);
            if (!live.has(column) && (misspelt || onDrift != OnDrift.EVOLVE)) {
                throw SinkErrors.refused("sink " + sink.id() + " has a mask of \"" + column
                        + "\", which is not a column of its destination" + Text.didYouMean(column, live.names())
                        + " Correct the mask, or take it away; nothing is written.");
            }
        }
    }

    /**
     * Applies them.
     *
     * @param unchanged columns as the destination has them, which were masked when they were written: a second mask would hash
     *     a hash
     *
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} for a row that a rule fails the run for, {@link ErrorCode#REFUSED}
     *     for columns that are not those of the contract
     */
    Governed govern(NumberedPage offered, Set<String> unchanged) {
        if (rules.isEmpty()) {
            return new Governed(offered, List.of());
        }
        NumberedPage masked = new NumberedPage(mask(offered.page(), unchanged), offered.numbers());
        List<Aside> aside = new ArrayList<>();
        BitSet out = new BitSet();
        judge(masked, aside, out);
        contract(masked, aside, out);
        return new Governed(masked.where(row -> !out.get(row)), aside);
    }

    private Page mask(Page page, Set<String> unchanged) {
        int[] masked = IntStream.range(0, page.schema().size())
                .filter(at -> rules.masks().containsKey(name(page, at)) && !unchanged.contains(name(page, at)))
                .toArray();
        if (masked.length == 0) {
            return page;
        }
        for (int at : masked) {
            requireText(page, at);
        }
        return new Page(
                page.schema(),
                page.rows().stream().map(row -> mask(page, row, masked)).toList());
    }

    private @Nullable Object[] mask(Page page, @Nullable Object[] row, int[] masked) {
        @Nullable Object[] copy = row.clone();
        for (int at : masked) {
            copy[at] = mask(rules.masks().get(name(page, at)), row[at]);
        }
        return copy;
    }

    private static @Nullable Object mask(RunRules.@Nullable Mask mask, @Nullable Object value) {
        if (value == null || mask == null) {
            return value;
        }
        return switch (mask) {
            case NULL -> null;
            case REDACT -> value instanceof String ? "***" : null;
            case HASH -> hash(value.toString());
        };
    }

    private void requireText(Page page, int at) {
        RowSchema.Column column = page.schema().columns().get(at);
        if (rules.masks().get(column.name()) == RunRules.Mask.HASH
                && column.type().kind() != Kind.TEXT) {
            throw SinkErrors.refused("sink " + sink.id() + ": column " + column.name() + " is "
                    + column.type().sqlText() + "; only a VARCHAR can be masked by its hash. Mask it by null.");
        }
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Page page, int at) {
        return page.schema().columns().get(at).name();
    }

    private void judge(NumberedPage masked, List<Aside> aside, BitSet out) {
        if (rules.quality().isEmpty()) {
            return;
        }
        RowSchema schema = masked.page().schema();
        if (compiledFor == null || !compiledFor.equals(schema)) {
            compiled = rules.quality().stream()
                    .map(rule -> predicates.compile(rule.predicate(), schema))
                    .toList();
            compiledFor = schema;
        }
        for (int row = 0; row < masked.size(); row++) {
            for (int at = 0; at < compiled.size() && !out.get(row); at++) {
                if (!compiled.get(at).test(masked.page().rows().get(row))) {
                    unsatisfied(masked, row, rules.quality().get(at), aside, out);
                }
            }
        }
    }

    private void unsatisfied(NumberedPage masked, int row, RunRules.QualityRule rule, List<Aside> aside, BitSet out) {
        String reason = "does not satisfy " + rule.predicate();
        switch (rule.action()) {
            case FAIL ->
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        "row " + (masked.numbers()[row] + 1) + " for sink " + sink.id() + " " + reason + " (rule "
                                + rule.name() + "). Nothing of its page is written; correct the row.");
            case QUARANTINE -> aside(masked, row, rule.name(), reason, aside, out);
        }
    }

    private static void aside(NumberedPage masked, int row, String rule, String reason, List<Aside> aside, BitSet out) {
        Page page = masked.page();
        aside.add(new Aside(
                masked.numbers()[row],
                rule,
                reason,
                RowJson.whole(page.schema(), page.rows().get(row))));
        out.set(row);
    }

    private void contract(NumberedPage masked, List<Aside> aside, BitSet out) {
        RowSchema contract = rules.contract();
        if (contract == null) {
            return;
        }
        Page page = masked.page();
        for (RowSchema.Column column : contract.columns()) {
            SqlType offered = page.schema().typeOf(column.name()).orElseThrow(() -> broken(column, "is missing"));
            if (!Widening.takes(column.type(), offered)) {
                throw broken(column, "is " + offered.sqlText());
            }
            int at = page.schema().indexOf(column.name()).orElseThrow();
            for (int row = 0; row < page.size() && !column.type().nullable(); row++) {
                if (!out.get(row) && page.rows().get(row)[at] == null) {
                    aside(masked, row, "contract", "column " + column.name() + " is NULL", aside, out);
                }
            }
        }
    }

    private StrandlineException broken(RowSchema.Column column, String what) {
        return SinkErrors.refused("the contract of sink " + sink.id() + " wants column " + column.name() + " "
                + column.type().sqlText() + "; it " + what + ". Nothing of the page is written.");
    }

    /** The masks, for who shows a row. */
    Map<String, RunRules.Mask> masks() {
        return rules.masks();
    }
}
