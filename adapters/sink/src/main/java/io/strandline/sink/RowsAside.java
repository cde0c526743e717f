package io.strandline.sink;

import java.util.List;

/** Rows of a run that are not written: those a rule keeps aside, and those the destination did not take. */
final class RowsAside {
    /** Rows of one run that are kept in quarantine at most; more end it. */
    private static final long MOST_QUARANTINED = 100_000;

    private final RunId run;
    private final SinkSpec sink;
    private final RunLedger ledger;

    RowsAside(RunId run, SinkSpec sink, RunLedger ledger) {
        this.run = run;
        this.sink = sink;
        this.ledger = ledger;
    }

    /** Rows in quarantine are for people to correct: a load of which all are wrong is wrong itself, and would fill the store. */
    void quarantine(List<PageRules.Aside> rows) {
        if (!rows.isEmpty() && ledger.record().counts().quarantined() + rows.size() > MOST_QUARANTINED) {
            throw SinkErrors.refused("run " + run + " of sink " + sink.id() + " would put more than "
                    + MOST_QUARANTINED
                    + " rows aside. SELECT row_number, rule, reason FROM sink.quarantine WHERE run_id = '"
                    + run + "' shows why; correct the source, or the rule.");
        }
        ledger.quarantined(rows.stream()
                .map(row ->
                        new RowNote(run, sink.id(), row.number(), row.rule(), row.reason(), row.values(), ledger.now()))
                .toList());
        ledger.count(new RunCounts(0, 0, 0, 0, 0, rows.size(), 0));
    }

    /** Keeps why rows of a page that was sent failed, with their values where they came as rows. */
    void failed(PageSender.Sent sent) {
        NumberedPage page = sent.page();
        ledger.failed(sent.answer().failed().stream()
                .map(row -> new RowNote(
                        run,
                        sink.id(),
                        row.number(),
                        null,
                        row.reason(),
                        page == null
                                ? "{}"
                                : RowJson.shown(
                                        page.page().schema(), page.page().rows().get(row.index())),
                        ledger.now()))
                .toList());
    }
}
