package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Deletes files of a table in batches, each journaled with the names of its files (GW-1): what a gateway that died had begun is
 * known from that, and the same call again deletes the rest. Used by one thread.
 *
 * @param <F> what stands for a file
 */
final class FileSweep<F> {
    static final String ACTION = "catalog.delete_files";
    /** So many deletions fit into the time limit of one request. */
    static final int BATCH = 100;

    private final TableContents contents;
    private final Function<F, String> location;
    private final BiConsumer<F, Outcome> ended;
    private final CallContext call;
    private final List<F> batch = new ArrayList<>();
    private long deleted;
    private long failed;

    /**
     * A sweep.
     *
     * @param ended is told how it ended for each file
     */
    FileSweep(TableContents contents, Function<F, String> location, BiConsumer<F, Outcome> ended, CallContext call) {
        this.contents = contents;
        this.location = location;
        this.ended = ended;
        this.call = call;
    }

    /** Deletes it with the next batch. */
    void add(F file) {
        batch.add(file);
        if (batch.size() == BATCH) {
            flush();
        }
    }

    /** Deletes what is left of the last batch. */
    void flush() {
        if (batch.isEmpty()) {
            return;
        }
        call.checkpoint();
        List<String> locations = batch.stream().map(location).toList();
        Outcome outcome = call.effects().carryOut(intent(contents.state().ref(), locations), () -> {
            contents.delete(locations, call);
            return Outcome.ofDone();
        });
        if (outcome.done()) {
            deleted += batch.size();
        } else {
            failed += batch.size();
        }
        batch.forEach(file -> ended.accept(file, outcome));
        batch.clear();
        call.progress(deleted + failed, OptionalLong.empty(), "files");
    }

    /** How many were not deleted, or perhaps not. */
    long failed() {
        return failed;
    }

    private static Intent intent(TableRef table, List<String> locations) {
        ObjectNode proof = IntentProof.of(table);
        ArrayNode files = proof.putArray("files");
        locations.forEach(files::add);
        return new Intent(ACTION, table.toString(), proof.toString());
    }

    /** Finds out by looking which files of a batch are left. */
    static EffectResolver resolver(Catalogs catalogs, java.util.function.Supplier<CallContext> now) {
        return intent -> {
            IntentProof proof = IntentProof.read(intent);
            List<String> files = proof.texts("files");
            TableStorage storage =
                    catalogs.get(proof.table().catalog()).storage().orElse(null);
            if (storage == null) {
                return Outcome.unknown("the catalog does not tell of files.");
            }
            int left = storage.existing(files, now.get()).size();
            if (left == 0) {
                return Outcome.ofDone();
            }
            String told = left + " of " + files.size()
                    + " files are left. remove_orphan_files deletes them; of a table that was dropped, register_table with"
                    + " its metadata file first.";
            return left == files.size() ? Outcome.refused("exec_failed", told) : Outcome.unknown(told);
        };
    }
}
