package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a live table is to become by changes that name what they change. The desired table that comes of it names every column
 * there is, by its field id, so that a class of changes that one of them implies (CAT-6) is allowed for what it names and for
 * nothing else. Used once.
 */
final class AlteredTable {
    private final TableState live;
    private final Map<String, String> set = new TreeMap<>();
    private final Set<String> remove = new TreeSet<>();
    private final Set<ChangeClass> allow = EnumSet.noneOf(ChangeClass.class);
    private final Set<List<String>> dropped = new HashSet<>();
    private ColumnTree tree;
    private @Nullable Integer formatVersion;
    private @Nullable String location;

    private AlteredTable(TableState live) {
        this.live = live;
        this.tree = new ColumnTree(live.ref(), TableField.of(live.columns()));
    }

    /**
     * The table after those changes, in their order.
     *
     * @throws StrandlineException {@code NO_SUCH_COLUMN}, {@code COLUMN_EXISTS}, {@code REFUSED}, {@code BAD_ARGUMENT}
     */
    static Wish.Wanted of(TableState live, List<TableEdit> edits) {
        AlteredTable table = new AlteredTable(live);
        edits.forEach(edit -> edit.on(table));
        return Wish.Wanted.of(table.desired(), table.allow);
    }

    private DesiredTable desired() {
        return new DesiredTable(live.ref(), tree.columns(), null, null, null, set, remove, formatVersion, location);
    }

    void add(TableEdit.AddColumn edit) {
        if (dropped.contains(edit.path())) {
            throw tree.refused(
                    edit.path(), "is dropped and added by one statement, which would keep it; write two statements");
        }
        tree = tree.within(edit.path(), siblings -> {
            boolean there = ColumnTree.find(siblings, edit.column().name()).isPresent();
            if (there && !edit.ifNotExists()) {
                throw exists(edit.path());
            }
            if (there) {
                return siblings;
            }
            List<TableField> all = new ArrayList<>(siblings);
            all.add(edit.column());
            return edit.place() == null ? all : tree.placed(all, edit.column(), edit.place(), edit.path());
        });
    }

    void drop(TableEdit.DropColumn edit) {
        tree = tree.within(edit.path(), siblings -> {
            OptionalInt at = ColumnTree.find(siblings, last(edit.path()));
            if (at.isEmpty() && edit.ifExists()) {
                return siblings;
            }
            if (siblings.size() == 1 && edit.path().size() == 1 && at.isPresent()) {
                throw tree.refused(edit.path(), "is the only one, and a table needs one; drop the table");
            }
            List<TableField> all = new ArrayList<>(siblings);
            all.remove(tree.require(siblings, edit.path()));
            allow.add(ChangeClass.DROP_COLUMN);
            dropped.add(edit.path());
            return all;
        });
    }

    void rename(TableEdit.RenameColumn edit) {
        tree = tree.within(edit.path(), siblings -> {
            int at = tree.require(siblings, edit.path());
            if (ColumnTree.find(siblings, edit.name()).isPresent()) {
                List<String> other = new ArrayList<>(edit.path());
                other.set(other.size() - 1, edit.name());
                throw exists(other);
            }
            TableField field = siblings.get(at);
            return ColumnTree.replaced(
                    siblings,
                    at,
                    new TableField(
                            field.id(),
                            edit.name(),
                            field.type(),
                            field.nullable(),
                            field.defaultValue(),
                            field.comment(),
                            null));
        });
    }

    void alter(TableEdit.AlterColumn edit) {
        tree = tree.within(edit.path(), siblings -> {
            int at = tree.require(siblings, edit.path());
            TableField is = siblings.get(at);
            FieldType type = edit.type() == null ? is.type() : type(edit, edit.type(), is.type());
            TableField altered = new TableField(
                    is.id(),
                    is.name(),
                    type,
                    edit.nullable() == null ? is.nullable() : edit.nullable(),
                    edit.defaultValue() == null
                            ? is.defaultValue()
                            : DefaultValues.canonical(type, edit.defaultValue()),
                    edit.comment() == null ? is.comment() : edit.comment(),
                    null);
            List<TableField> all = ColumnTree.replaced(siblings, at, altered);
            return edit.place() == null ? all : tree.placed(all, altered, edit.place(), edit.path());
        });
    }

    /** The planner says what may become what; only fields below a column are named one by one. */
    private FieldType type(TableEdit.AlterColumn edit, FieldType to, FieldType from) {
        if (!(to instanceof Primitive) && !(from instanceof Primitive)) {
            throw tree.refused(
                    edit.path(),
                    "has fields, which are changed one by one, as in ALTER COLUMN " + SqlNames.dotted(edit.path())
                            + ".field TYPE ..., ADD COLUMN and DROP COLUMN");
        }
        return to;
    }

    void set(String key, String value) {
        if (key.equals(DesiredTable.COMMENT) && value.isEmpty()) {
            unset(key, true);
        } else {
            set.put(key, value);
            remove.remove(key);
        }
    }

    void unset(String key, boolean ifExists) {
        boolean there = live.properties().containsKey(key) || set.containsKey(key);
        if (!there && !ifExists) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_OBJECT,
                    live.ref() + " has no property \"" + Text.cut(key, 200) + "\""
                            + Text.didYouMean(key, live.properties().keySet())
                            + " SELECT * FROM catalog.properties lists them. Nothing was changed.");
        }
        set.remove(key);
        if (live.properties().containsKey(key)) {
            remove.add(key);
            allow.add(ChangeClass.REMOVE_PROPERTY);
        }
    }

    void upgrade(int version) {
        formatVersion = version;
        allow.add(ChangeClass.UPGRADE_FORMAT);
    }

    void relocate(String place) {
        location = place;
        allow.add(ChangeClass.LOCATION);
    }

    private StrandlineException exists(List<String> path) {
        return new StrandlineException(
                ErrorCode.COLUMN_EXISTS,
                live.ref() + " has a column " + Text.cut(SqlNames.dotted(path), 200)
                        + " already. Choose another name, or write IF NOT EXISTS to add it only if it is not there."
                        + " Nothing was changed.");
    }

    private static String last(List<String> path) {
        return Objects.requireNonNull(path.get(path.size() - 1));
    }
}
