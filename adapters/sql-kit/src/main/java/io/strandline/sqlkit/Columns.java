package io.strandline.sqlkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a record class, written once and used by each table and procedure that shows such records. */
public final class Columns<R> {
    private final List<Column<R>> columns;

    private Columns(List<Column<R>> columns) {
        this.columns = List.copyOf(columns);
    }

    /** No columns yet. */
    public static <R> Columns<R> none() {
        return new Columns<>(List.of());
    }

    /** These columns and one more. */
    public Columns<R> column(
            String name, SqlType type, Function<? super R, ? extends @Nullable Object> value, String remarks) {
        List<Column<R>> more = new ArrayList<>(columns);
        more.add(new Column<>(name, type, value, remarks));
        return new Columns<>(more);
    }

    /** These columns and those of a part of the record. */
    public <P> Columns<R> with(Columns<P> others, Function<? super R, ? extends P> part) {
        List<Column<R>> more = new ArrayList<>(columns);
        for (Column<P> other : others.columns) {
            more.add(new Column<>(
                    other.name(), other.type(), row -> other.value().apply(part.apply(row)), other.remarks()));
        }
        return new Columns<>(more);
    }

    /** In order. */
    public List<Column<R>> list() {
        return columns;
    }
}
