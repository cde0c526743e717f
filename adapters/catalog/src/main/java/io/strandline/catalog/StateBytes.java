package io.strandline.catalog;

/** About how much memory a state takes, on the high side. */
final class StateBytes {
    private static final int OF_A_TABLE = 1000;
    private static final int OF_A_COLUMN = 300;
    private static final int OF_A_SNAPSHOT = 1500;
    private static final int OF_A_PROPERTY = 200;

    private static final int OF_A_FILE = 300;
    private static final int OF_A_LOG_ENTRY = 60;

    private StateBytes() {}

    static int of(TableState state) {
        return OF_A_TABLE
                + state.columns().size() * OF_A_COLUMN
                + state.properties().size() * OF_A_PROPERTY
                + Math.min(state.snapshots().size(), 1 << 20) * OF_A_SNAPSHOT
                + of(state.history());
    }

    private static int of(TableHistory history) {
        int files = history.metadataFiles().size() + history.statisticsFiles().size();
        return Math.min(files, 1 << 20) * OF_A_FILE
                + Math.min(history.currents().size() + history.refs().size(), 1 << 20) * OF_A_LOG_ENTRY;
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
