package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.common.Intent;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** What tells later whether a change of a table's history was made (GW-1, CAT-18). */
final class ChangeProof {
    /** All ids go with one commit, so some tell of all. */
    private static final int MOST_IDS = 1_000;

    private ChangeProof() {}

    /** The intent to make that change of a table in that state. */
    static Intent intent(String action, TableRef table, TableState live, TableChange change) {
        return new Intent(action, table.toString(), proof(table, live, change).toString());
    }

    /** The intent of what is refused before it is known what would be changed. */
    static Intent refused(String action, TableRef table, TableState live) {
        return new Intent(action, table.toString(), state(table, live).toString());
    }

    private static ObjectNode state(TableRef table, TableState live) {
        return IntentProof.of(table)
                .put("uuid", live.uuid())
                .put("metadata_location", live.metadataLocation())
                .put("current_snapshot_id", live.currentSnapshotId());
    }

    private static ObjectNode proof(TableRef table, TableState live, TableChange change) {
        ObjectNode proof = state(table, live);
        if (change instanceof TableChange.SetRef set) {
            proof.put("change", "set_ref").put("ref_name", set.ref().name());
            return proof.put("snapshot_id", set.ref().snapshotId());
        }
        if (change instanceof TableChange.RemoveRef remove) {
            return proof.put("change", "remove_ref").put("ref_name", remove.name());
        }
        if (change instanceof TableChange.CherryPick pick) {
            return proof.put("change", "cherry_pick").put("snapshot_id", pick.snapshotId());
        }
        if (change instanceof TableChange.RemoveSnapshots remove) {
            proof.put("change", "remove_snapshots")
                    .put("snapshots", remove.snapshotIds().size());
            remove.snapshotIds().stream().sorted().limit(MOST_IDS).forEach(proof.putArray("snapshot_ids")::add);
            remove.refs().stream().sorted().forEach(proof.putArray("refs")::add);
            return proof;
        }
        return proof.put("change", "rewrite_manifests");
    }

    /** Whether a table in that state is one of which the change was made. */
    static boolean isMade(IntentProof proof, TableState live) {
        return switch (proof.text("change")) {
            case "set_ref" ->
                ref(live, proof.text("ref_name")).map(Ref::snapshotId).equals(proof.optionalNumber("snapshot_id"));
            case "remove_ref" -> ref(live, proof.text("ref_name")).isEmpty();
            case "cherry_pick" -> {
                long picked = proof.optionalNumber("snapshot_id").orElseThrow();
                yield isInLine(
                        live,
                        snapshot -> snapshot.id() == picked
                                || String.valueOf(picked)
                                        .equals(snapshot.summary().get("source-snapshot-id")));
            }
            case "remove_snapshots" -> {
                List<Long> gone = proof.numbers("snapshot_ids");
                List<String> refs = proof.texts("refs");
                yield live.snapshots().stream().noneMatch(snapshot -> gone.contains(snapshot.id()))
                        && live.history().refs().stream().noneMatch(ref -> refs.contains(ref.name()));
            }
            default -> {
                Long before = proof.optionalNumber("current_snapshot_id").orElse(null);
                yield isInLine(
                        live,
                        snapshot -> Objects.equals(snapshot.parentId(), before)
                                && snapshot.summary().containsKey("manifests-replaced"));
            }
        };
    }

    private static boolean isInLine(TableState live, Predicate<SnapshotState> wanted) {
        Long current = live.currentSnapshotId();
        return current != null && new Lineage(live).of(current).stream().anyMatch(wanted);
    }

    private static Optional<Ref> ref(TableState live, String name) {
        return live.history().refs().stream()
                .filter(ref -> ref.name().equals(name))
                .findFirst();
    }
}
