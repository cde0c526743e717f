package io.strandline.sink;

import static java.util.Objects.requireNonNull;

/**
 * What a page is stamped with: its rows and the token land together or not at all (SNK-5).
 *
 * @param complete whether this is the last page under that token. Pages before it become visible and durable only with it:
 *     in one transaction, one snapshot. A token without rows is stamped on an empty page
 */
public record CommitStamp(String scope, CommitToken token, boolean complete) {
    public CommitStamp {
        requireNonNull(scope, "scope");
        requireNonNull(token, "token");
    }
}
