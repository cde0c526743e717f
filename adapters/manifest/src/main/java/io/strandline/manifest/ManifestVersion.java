package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A version of a dataset: an unsigned number of 64 bits, in unsigned order. One whose first bit is set is detached, as in
 * Lance's format: it is named and found, and is never the latest (MAN-8).
 *
 * @param bits the number, read as unsigned
 */
public record ManifestVersion(long bits) implements Comparable<ManifestVersion> {
    private static final BigInteger END = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** The version with that number, which is not negative. */
    public static ManifestVersion of(long number) {
        return of(BigDecimal.valueOf(number));
    }

    /**
     * The version with that number.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} unless it is whole and from 0 to 2^64-1
     */
    public static ManifestVersion of(BigDecimal number) {
        BigInteger whole;
        try {
            whole = number.toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw outside(number.toString());
        }
        if (whole.signum() < 0 || whole.compareTo(END) >= 0) {
            throw outside(number.toString());
        }
        return new ManifestVersion(whole.longValue());
    }

    private static StrandlineException outside(String number) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "version " + Text.cut(number, 60) + " is no whole number from 0 to " + END.subtract(BigInteger.ONE)
                        + ". SELECT version FROM manifest.versions lists those there are.");
    }

    /** Whether it stands beside the versions that follow each other. */
    public boolean isDetached() {
        return bits < 0;
    }

    /**
     * The version after this one.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} after a detached version or the last one
     */
    public ManifestVersion next() {
        if (bits < 0 || bits == Long.MAX_VALUE) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "no version follows " + this + ": it is detached, or the last one. Name the version to commit.");
        }
        return new ManifestVersion(bits + 1);
    }

    /** As a number of DECIMAL(20, 0). */
    public BigDecimal toDecimal() {
        return new BigDecimal(toString());
    }

    @Override
    public int compareTo(ManifestVersion other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    /** Its decimal digits. */
    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
