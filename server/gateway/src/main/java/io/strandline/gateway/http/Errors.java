package io.strandline.gateway.http;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.remote.Service;

/** Errors as the wire has them: message, vendor code and SQLSTATE; never a stack trace. */
final class Errors {
    private Errors() {}

    static Service.ErrorResponse of(StrandlineException failure) {
        return of(failure.code(), StrandlineException.describe(failure));
    }

    static Service.ErrorResponse of(ErrorCode code, String message) {
        AvaticaSeverity severity = code == ErrorCode.INTERNAL ? AvaticaSeverity.FATAL : AvaticaSeverity.ERROR;
        return new Service.ErrorResponse(List.of(), message, code.vendorCode(), code.sqlState(), severity, null);
    }

    /** The error for a request that is larger than the gateway takes. */
    static StrandlineException tooLarge(int maxBodyBytes) {
        return new StrandlineException(
                ErrorCode.LIMIT_EXCEEDED,
                "the request is larger than the " + maxBodyBytes + " bytes that server.limits.statement_bytes allows."
                        + " Send less at once, or raise the limit.");
    }
}
