package io.strandline.catalog;

import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Struct;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Columns with all that is below them, changed at a path: through structs, lists ({@code element}) and maps ({@code key, value}). */
record ColumnTree(TableRef table, List<TableField> columns) {
    ColumnTree {
        columns = List.copyOf(columns);
    }

    /**
     * The same with other siblings at the path's last level.
     *
     * @param change given the siblings, of which the path's last name may be one
     * @throws StrandlineException {@code NO_SUCH_COLUMN} if there is nothing the path leads through
     */
    ColumnTree within(List<String> path, UnaryOperator<List<TableField>> change) {
        return new ColumnTree(table, within(columns, path, 0, change));
    }

    private List<TableField> within(
            List<TableField> siblings, List<String> path, int depth, UnaryOperator<List<TableField>> change) {
        if (depth == path.size() - 1) {
            return change.apply(siblings);
        }
        int at = find(siblings, path.get(depth)).orElseThrow(() -> noColumn(siblings, path.subList(0, depth + 1)));
        TableField outer = siblings.get(at);
        List<TableField> inner = within(outer.children(), path, depth + 1, change);
        return replaced(siblings, at, outer.withType(holding(outer, inner, path)));
    }

    private FieldType holding(TableField outer, List<TableField> inner, List<String> path) {
        if (outer.type() instanceof Struct) {
            if (inner.isEmpty()) {
                throw refused(path, "is the only field of a struct, which needs one; drop the struct");
            }
            return new Struct(inner);
        }
        boolean same = inner.stream()
                .map(TableField::name)
                .toList()
                .equals(outer.children().stream().map(TableField::name).toList());
        if (outer.children().isEmpty() || !same) {
            throw refused(
                    path,
                    outer.children().isEmpty()
                            ? "is to be in a column of type " + outer.type().text() + ", which has no fields"
                            : "is what a list or map is made of, and stays; give the whole column another type");
        }
        return outer.type() instanceof Listing ? new Listing(inner.get(0)) : new Mapping(inner.get(0), inner.get(1));
    }

    /** The siblings with another one at a place. */
    static List<TableField> replaced(List<TableField> siblings, int at, TableField field) {
        List<TableField> all = new ArrayList<>(siblings);
        all.set(at, field);
        return all;
    }

    /** Where the sibling of that name is. */
    static OptionalInt find(List<TableField> siblings, String name) {
        return IntStream.range(0, siblings.size())
                .filter(at -> siblings.get(at).name().equals(name))
                .findFirst();
    }

    /** Where the path's last name is among its siblings. */
    int require(List<TableField> siblings, List<String> path) {
        return find(siblings, path.get(path.size() - 1)).orElseThrow(() -> noColumn(siblings, path));
    }

    /**
     * The siblings with a field put after another of them.
     *
     * @param path of the field
     */
    List<TableField> placed(List<TableField> siblings, TableField field, TableEdit.Place place, List<String> path) {
        List<TableField> all = new ArrayList<>(siblings);
        all.removeIf(field::equals);
        int at = 0;
        if (place.after() != null) {
            List<String> sibling = new ArrayList<>(path.subList(0, path.size() - 1));
            sibling.add(place.after());
            at = require(all, sibling) + 1;
        }
        all.add(at, field);
        return all;
    }

    private StrandlineException noColumn(List<TableField> siblings, List<String> path) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_COLUMN,
                table + " has no column " + Text.cut(SqlNames.dotted(path), 200)
                        + Text.didYouMean(
                                path.get(path.size() - 1),
                                siblings.stream().map(TableField::name).toList())
                        + " SELECT column_path FROM catalog.columns lists them. Nothing was changed.");
    }

    StrandlineException refused(List<String> path, String what) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                table + ": column " + Text.cut(SqlNames.dotted(path), 200) + " " + what + ". Nothing was changed.");
    }
}
