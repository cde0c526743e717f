package io.strandline.sink.iceberg;

import io.strandline.sink.RunId;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;

/** Finds a run by the names of its files, where its snapshots are gone. */
final class RunLeftovers {
    private RunLeftovers() {}

    /** Whether rows of the table are in files of the run. */
    static boolean has(Table table, RunId run) {
        String mark = "-" + run + "-";
        boolean[] found = new boolean[1];
        new LiveFiles(table).forEach(file -> found[0] |= isOf(file, mark), file -> found[0] |= isOf(file, mark));
        return found[0];
    }

    private static boolean isOf(ContentFile<?> file, String mark) {
        String location = file.location();
        return location.indexOf(mark, location.lastIndexOf('/') + 1) >= 0;
    }
}
