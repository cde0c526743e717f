package io.strandline.sink.iceberg;

import org.apache.parquet.io.api.Binary;

/**
 * Values of a column by position, as Parquet stores them: what a page of rows and a batch of Arrow vectors both become before they
 * are written. A column answers the calls of its own physical type only.
 */
abstract class Column {
    /** Whether there is no value; nothing else is asked at such a position. */
    abstract boolean isNull(int at);

    boolean bool(int at) {
        throw notThat("boolean");
    }

    /** Also days since the epoch, and unscaled decimals of at most 9 digits. */
    int int32(int at) {
        throw notThat("int32");
    }

    /** Also micro- or nanoseconds, and unscaled decimals of at most 18 digits. */
    long int64(int at) {
        throw notThat("int64");
    }

    float float32(int at) {
        throw notThat("float");
    }

    double float64(int at) {
        throw notThat("double");
    }

    /** Text in UTF-8, bytes, UUIDs in 16 bytes, and unscaled decimals of more than 18 digits in as many bytes as Iceberg takes. */
    Binary binary(int at) {
        throw notThat("binary");
    }

    /** The field of a struct by its index; of a list the elements; of a map the keys (0) and the values (1). */
    Column child(int index) {
        throw notThat("nested");
    }

    /** Position in the children at which a list or map begins. */
    int begin(int at) {
        throw notThat("repeated");
    }

    /** Position in the children before which it ends. */
    int end(int at) {
        throw notThat("repeated");
    }

    /** The same values, for another thread to read at the same time. */
    Column shared() {
        return this;
    }

    private UnsupportedOperationException notThat(String asked) {
        return new UnsupportedOperationException(getClass().getSimpleName() + " is no " + asked + " column");
    }
}
