package io.strandline.store;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.stream.Stream;

/** What was changed, and what was refused, by whom and why. Audit rows are never deleted by Strandline. */
public interface AuditLog {
    /**
     * The entries a caller may see: its own, and from operators up everybody's (GW-3). Read in pages as the stream is read;
     * oldest first if no order is wanted.
     *
     * @param wanted conditions and order on {@code id, statement_id, user_name, action, target, proof, state, reason, detail,
     *     started_at, ended_at, gateway_id}
     * @throws io.strandline.common.StrandlineException {@code STORE}, from the stream too
     */
    Stream<AuditEntry> entries(Wanted wanted, CallContext call);
}
