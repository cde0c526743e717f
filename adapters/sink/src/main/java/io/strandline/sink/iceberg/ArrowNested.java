package io.strandline.sink.iceberg;

import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.vector.ValueVector;

/** A struct, list or map of Arrow. */
final class ArrowNested extends Column {
    private final ValueVector vector;
    private final Column[] children;
    private final IntUnaryOperator begin;
    private final IntUnaryOperator end;

    ArrowNested(ValueVector vector, Column[] children, IntUnaryOperator begin, IntUnaryOperator end) {
        this.vector = vector;
        this.children = children;
        this.begin = begin;
        this.end = end;
    }

    @Override
    boolean isNull(int at) {
        return vector.isNull(at);
    }

    @Override
    Column child(int index) {
        return children[index];
    }

    @Override
    Column shared() {
        return new ArrowNested(vector, Stream.of(children).map(Column::shared).toArray(Column[]::new), begin, end);
    }

    @Override
    int begin(int at) {
        return begin.applyAsInt(at);
    }

    @Override
    int end(int at) {
        return end.applyAsInt(at);
    }
}
