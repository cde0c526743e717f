package io.strandline.gateway.sql;

import org.jspecify.annotations.Nullable;

/**
 * Why a query's constants cannot be computed, as in {@code SELECT 1/0}. They are static fields of the compiled class, and
 * the JVM tells what they failed of at the first use of the class only: it is kept for later runs. Thread-safe.
 */
final class ConstantFailure {
    private volatile @Nullable ExceptionInInitializerError first;

    /** What to tell of a failed run. */
    Throwable reason(Throwable failure) {
        ExceptionInInitializerError told = StatementErrors.find(failure, ExceptionInInitializerError.class);
        if (told != null && told.getException() != null) {
            first = told;
        } else if (first != null && StatementErrors.find(failure, NoClassDefFoundError.class) != null) {
            return first;
        }
        return failure;
    }
}
