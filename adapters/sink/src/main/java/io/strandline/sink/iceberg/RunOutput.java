package io.strandline.sink.iceberg;

import io.strandline.common.LongSet;
import io.strandline.common.TableRef;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.DeleteWriteResult;
import org.jspecify.annotations.Nullable;

/**
 * What a run has written and not committed. A key's deletes reach the rows of earlier snapshots only, so that a run that writes a key
 * again begins another group of files. Used by one thread.
 */
final class RunOutput {
    /** Keys of a group; each is remembered by eight to sixteen bytes. */
    private static final int MOST_KEYS = 1_000_000;

    private final WriteMode mode;
    private final RunFiles files;
    private final @Nullable Keyed keyed;
    private final DataFiles data;
    private final List<DataFile> loaded = new ArrayList<>();
    private final List<FileGroup> groups = new ArrayList<>();
    /** Files of keys that a commit did without. */
    private final List<String> unneeded = new ArrayList<>();

    private final int mostKeys;

    /** What keyed modes need besides. */
    private static final class Keyed {
        private final KeyHashes hashes;
        private final Partitioning partitioning;
        private final PartitionedFiles<DeleteWriteResult> deletes;
        private LongSet seen = new LongSet();

        Keyed(KeyHashes hashes, Partitioning partitioning, PartitionedFiles<DeleteWriteResult> deletes) {
            this.hashes = hashes;
            this.partitioning = partitioning;
            this.deletes = deletes;
        }
    }

    /** Nothing yet, and written by one thread. */
    RunOutput(TableRef ref, Table table, WriteMode mode, @Nullable TableKey key, String run) {
        this(ref, table, mode, key, run, SpareThreads.NONE);
    }

    /**
     * Nothing yet.
     *
     * @param key null for modes without one
     * @param spare who may write rows besides, where there is no key
     */
    RunOutput(TableRef ref, Table table, WriteMode mode, @Nullable TableKey key, String run, SpareThreads spare) {
        this.mode = mode;
        this.mostKeys = KeyedTables.version(table) < LineageRows.LEAST_VERSION ? MOST_KEYS : FoundRows.MOST_KEYS;
        this.files = new RunFiles(table, run);
        this.data = new DataFiles(table, files, key == null ? spare : SpareThreads.NONE);
        if (key == null) {
            this.keyed = null;
        } else {
            Partitioning deletes = new Partitioning(key.deletesUnder(ref, table), table.schema());
            this.keyed = new Keyed(key.hashes(), deletes, files.deletes(key, deletes.spec()));
        }
    }

    /** Writes rows of a page; each key of it once. */
    void write(ColumnPage page, Rows rows) throws IOException {
        if (keyed != null) {
            beginGroup(keyed, page, rows);
            keyed.deletes.write(page, rows, keyed.partitioning);
        }
        if (mode != WriteMode.DELETE) {
            data.write(page, rows);
        }
    }

    /** Takes bytes that are a file already, to their end; what it counts as rows of it. */
    long load(InputStream bytes, LoadedParquet table) throws IOException {
        DataFile file = table.of(files.copy(bytes));
        if (file.recordCount() == 0) {
            files.delete(file.location());
        } else {
            loaded.add(file);
        }
        return file.recordCount();
    }

    /** Another group if this one has a key of the page already, or enough. */
    private void beginGroup(Keyed keys, ColumnPage page, Rows rows) throws IOException {
        boolean full = keys.seen.size() + rows.size() > mostKeys;
        for (int i = 0; i < rows.size() && !full; i++) {
            full = keys.seen.contains(keys.hashes.of(page, rows.get(i)));
        }
        if (full && !keys.seen.isEmpty()) {
            endGroup();
        }
        for (int i = 0; i < rows.size(); i++) {
            keys.seen.add(keys.hashes.of(page, rows.get(i)));
        }
    }

    private void endGroup() throws IOException {
        List<DataFile> written = new ArrayList<>(loaded);
        written.addAll(data.finish());
        loaded.clear();
        List<DeleteFile> deleted = new ArrayList<>();
        if (keyed != null) {
            keyed.deletes.finish().forEach(result -> deleted.addAll(result.deleteFiles()));
            keyed.seen = new LongSet();
        }
        FileGroup group = new FileGroup(written, deleted);
        if (!group.isEmpty()) {
            groups.add(group);
        }
    }

    /** Closes all files; the groups to commit, in order. Asked again without a write between, it answers the same. */
    List<FileGroup> finish() throws IOException {
        endGroup();
        return List.copyOf(groups);
    }

    /** What another instance finished comes first. */
    void takeOver(RunOutput before) {
        groups.addAll(before.groups);
        files.takeOver(before.files);
        before.groups.clear();
    }

    /** Takes what a commit found out not to need. */
    List<String> unneeded() {
        return unneeded;
    }

    /** Deletes that. */
    void deleteUnneeded() {
        unneeded.forEach(files::delete);
        unneeded.clear();
    }

    /** A snapshot names the files, so that they are not to be deleted; the groups are still to be committed. */
    void staged() {
        files.committed();
    }

    /** What was finished is the table's now. */
    void committed() {
        groups.clear();
        files.committed();
    }

    /** Locations of what is not committed. */
    List<String> uncommitted() {
        return files.made();
    }

    /** Gives up what is not committed. */
    void discard() {
        letGo();
        files.delete();
    }

    /** Closes what is open, and leaves the files where they are. */
    void letGo() {
        data.abandon();
        loaded.clear();
        if (keyed != null) {
            keyed.deletes.abandon();
        }
        groups.clear();
    }
}
