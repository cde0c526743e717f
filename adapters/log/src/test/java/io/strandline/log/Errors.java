package io.strandline.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Says which error is expected. */
final class Errors {
    private Errors() {}

    static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StrandlineException.class, failure -> {
            if (failure.code() != code) {
                throw new AssertionError("expected " + code + " but was " + failure.code(), failure);
            }
        });
    }
}
