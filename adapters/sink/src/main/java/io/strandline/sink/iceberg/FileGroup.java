package io.strandline.sink.iceberg;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * Files that become one snapshot: their deletes are for the rows of those before, not for their own.
 *
 * @param deletes files of the keys that are deleted or replaced
 */
record FileGroup(List<DataFile> data, List<DeleteFile> deletes) {
    FileGroup {
        data = List.copyOf(data);
        deletes = List.copyOf(deletes);
    }

    boolean isEmpty() {
        return data.isEmpty() && deletes.isEmpty();
    }
}
