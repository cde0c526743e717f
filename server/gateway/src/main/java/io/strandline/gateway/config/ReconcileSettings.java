package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;

/** How tables are brought to what is declared of them (CAT-9). */
public final class ReconcileSettings {
    private static final int MOST = 100;

    private ReconcileSettings() {}

    /**
     * How often a table is planned anew that somebody else changes meanwhile.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} if it is not between 1 and 100
     */
    public static int maxAttempts(GatewayConfig config) {
        int attempts = config.reconcile().maxAttempts();
        if (attempts < 1 || attempts > MOST) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "key reconcile.max_attempts is " + attempts + "; give a number from 1 to " + MOST);
        }
        return attempts;
    }
}
