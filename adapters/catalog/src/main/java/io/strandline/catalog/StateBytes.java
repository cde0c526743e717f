package io.strandline.catalog;

import org.jspecify.annotations.Nullable;

/** About how much memory a state takes, on the high side. */
final class StateBytes {
    private static final int OF_A_TABLE = 1000;
    private static final int OF_A_COLUMN = 80;
    private static final int OF_A_TEXT = 60;
    private static final int OF_A_SNAPSHOT = 1500;
    private static final int OF_A_PROPERTY = 200;

    private static final int OF_A_FILE = 300;
    private static final int OF_A_LOG_ENTRY = 60;

    private StateBytes() {}

    static int of(TableState state) {
        long bytes = OF_A_TABLE
                + state.columns().stream().mapToLong(StateBytes::of).sum()
                + (long) OF_A_PROPERTY * state.properties().size()
                + (long) OF_A_SNAPSHOT * state.snapshots().size()
                + of(state.history());
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /** Names of primitive types are shared by all columns, and a path that is the name is the same text. */
    private static long of(ColumnState column) {
        boolean nested = column.formatType().indexOf('<') >= 0;
        return OF_A_COLUMN
                + of(column.name())
                + (column.path().equals(column.name()) ? 0 : of(column.path()))
                + (nested ? of(column.sqlType()) + of(column.formatType()) : 0)
                + of(column.initialDefault())
                + of(column.writeDefault())
                + of(column.comment());
    }

    private static long of(@Nullable String text) {
        return text == null ? 0 : OF_A_TEXT + 2L * text.length();
    }

    private static long of(TableHistory history) {
        int files = history.metadataFiles().size() + history.statisticsFiles().size();
        int entries = history.currents().size() + history.refs().size();
        return (long) OF_A_FILE * files + (long) OF_A_LOG_ENTRY * entries;
    }

    /** Of a table that was looked for, whatever came of it. */
    static int of(LoadedTable table) {
        TableState state = table.state();
        return state == null ? OF_A_TABLE : of(state);
    }

    /** Of a name that nothing has. */
    static int ofNothing() {
        return OF_A_TABLE;
    }
}
