package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One page on its way to a driver.
 *
 * @param page number of the page in its run, from 0; the same when it is tried again
 * @param stamp what lands together with it; null if nothing does, and always null for a driver without tokens
 * @param accountant checks a report, and throws if a row is not accounted for (SNK-2)
 */
public record WriteCall(
        SinkCallContext context, long page, @Nullable CommitStamp stamp, Consumer<PageReport> accountant) {
    public WriteCall {
        requireNonNull(context, "context");
        requireNonNull(accountant, "accountant");
    }

    /** What lands together with the page. */
    public Optional<CommitStamp> stamped() {
        return Optional.ofNullable(stamp);
    }

    /**
     * A driver with tokens calls it with what it is about to report, inside of the transaction and before it commits. What it
     * throws undoes the page.
     *
     * @throws io.strandline.common.StrandlineException {@code ROWS_UNACCOUNTED}
     */
    public void account(PageReport report) {
        accountant.accept(report);
    }
}
