package io.strandline.gateway.config;

import io.strandline.catalog.TableReconciler;

/**
 * How tables are brought to what is declared of them.
 *
 * @param maxAttempts how often a table is planned anew that somebody else changes meanwhile
 */
public record ReconcileSection(Integer maxAttempts) {
    static final ReconcileSection DEFAULTS = new ReconcileSection(TableReconciler.DEFAULT_ATTEMPTS);

    public ReconcileSection {
        maxAttempts = maxAttempts == null ? Integer.valueOf(TableReconciler.DEFAULT_ATTEMPTS) : maxAttempts;
    }
}
