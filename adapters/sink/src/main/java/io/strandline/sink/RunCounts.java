package io.strandline.sink;

/**
 * What became of all rows that a run was offered (SNK-2).
 *
 * @param failed rows that the destination did not take
 * @param quarantined rows kept aside by a rule
 * @param dropped rows that were never handed to the driver, since their page was replayed at or below the token
 */
public record RunCounts(
        long offered, long accepted, long coalesced, long skipped, long failed, long quarantined, long dropped) {
    /** Nothing yet. */
    public static final RunCounts NONE = new RunCounts(0, 0, 0, 0, 0, 0, 0);

    /** Whether each row offered is accounted for. */
    public boolean isBalanced() {
        return offered == accepted + coalesced + skipped + failed + quarantined + dropped;
    }

    /** The same of a run of which nothing landed: what it was offered and did not put aside has failed. */
    RunCounts ofNone() {
        return new RunCounts(offered, 0, 0, 0, offered - quarantined - dropped, quarantined, dropped);
    }

    /** The same of a run of which all landed that it wrote: what is not accounted for otherwise was accepted. */
    RunCounts ofWhole() {
        return new RunCounts(
                offered,
                offered - coalesced - skipped - failed - quarantined - dropped,
                coalesced,
                skipped,
                failed,
                quarantined,
                dropped);
    }

    /** Both. */
    public RunCounts plus(RunCounts other) {
        return new RunCounts(
                offered + other.offered,
                accepted + other.accepted,
                coalesced + other.coalesced,
                skipped + other.skipped,
                failed + other.failed,
                quarantined + other.quarantined,
                dropped + other.dropped);
    }
}
