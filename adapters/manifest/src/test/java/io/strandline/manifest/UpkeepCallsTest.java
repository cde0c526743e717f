package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.contract.Faults;
import io.strandline.manifest.contract.ForwardingManifests;
import io.strandline.manifest.contract.ForwardingObjects;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What calls of upkeep answer while stores fail, through the journal, and what is told of those that died (MAN-2, GW-1). */
class UpkeepCallsTest extends OnLocalFiles {
    private ManifestUpkeep upkeep(ManifestStore index, ManifestObjects on) {
        return new ManifestUpkeep(
                index,
                new ManifestPlaces(List.of(Location.parse(directory.toString())), LocationRules.defaults(), on),
                100);
    }

    private List<ManifestChange> finish(ManifestStore index, ManifestObjects on) {
        ManifestUpkeep upkeep = upkeep(index, on);
        return upkeep.finish(dataset.base(), null, false, AdminCall.settled(upkeep.resolvers()))
                .toList();
    }

    private static final class PointFails extends ForwardingManifests {
        PointFails(ManifestStore index) {
            super(index);
        }

        @Override
        public boolean putIfExists(Dataset of, ManifestVersion version, String path, long size) {
            throw new StrandlineException(ErrorCode.STORE, "a test has the index fail.");
        }
    }

    /** MAN-2: what could not be tidied up is said, and found again. */
    @Test
    void aRecordThatWasNotPointedIsSaid() {
        String claimed = staged(1);
        write(claimed, "first");
        record(1, claimed, 5);
        assertThat(finish(new PointFails(store), objects)).singleElement().satisfies(change -> {
            assertThat(change.done()).isTrue();
            assertThat(change.reason()).isEqualTo("left_over");
            assertThat(change.detail()).contains(claimed);
        });
        assertThat(kinds()).contains("NOT_FINISHED 1 fixable");
    }

    /** MAN-9: a dataset that is deleted while its version is finished has no version that was put in order. */
    @Test
    void aVersionOfADeletedDatasetIsNotFinished() {
        String claimed = staged(1);
        write(claimed, "first");
        record(1, claimed, 5);
        ManifestObjects deletes = new ForwardingObjects(objects) {
            @Override
            public Copied copy(Location source, Location target, Runnable checkpoint) {
                store.delete(dataset);
                return super.copy(source, target, checkpoint);
            }
        };
        assertThat(finish(store, deletes)).singleElement().satisfies(change -> {
            assertThat(change.done()).isFalse();
            assertThat(change.reason()).isEqualTo("refused");
            assertThat(change.detail()).contains("was deleted");
        });
    }

    /** MAN-8: commits by older names that are under way are finished and renamed, and no later one is begun. */
    @Test
    void aMigrationLeavesNothingOld() {
        write(old(1), "first");
        record(1, old(1), 5);
        String claimed = old(2) + "-" + UUID.randomUUID();
        write(claimed, "under");
        assertThat(store.putIfNotExists(new Claim(dataset, ManifestVersion.of(2), claimed, 5, claimed, "ada")))
                .isEqualTo(new ClaimAnswer.Claimed());
        ManifestUpkeep upkeep = upkeep(store, objects);
        AdminCall call = AdminCall.settled(upkeep.resolvers());
        assertThat(upkeep.rename(dataset.base(), true, call)).hasSize(2);
        try (Stream<ManifestChange> changes = upkeep.rename(dataset.base(), false, call)) {
            assertThat(changes).hasSize(2).allMatch(ManifestChange::done);
        }
        for (long version = 1; version <= 2; version++) {
            assertThat(store.get(dataset.base(), ManifestVersion.of(version))
                            .orElseThrow()
                            .path())
                    .isEqualTo(finished(version));
        }
        String late = old(3) + "-" + UUID.randomUUID();
        write(late, "later");
        Put put = new Put(dataset, ManifestVersion.of(3), late, 5, NamingScheme.V1, "late", "ada");
        assertThatThrownBy(() -> store.put(put, objects)).hasMessageContaining("by the scheme V2");
        assertThat(directory.resolve("d").resolve(late)).hasContent("later");
    }

    private List<ManifestChange> renamed(ManifestObjects on) {
        ManifestUpkeep upkeep = upkeep(store, on);
        try (Stream<ManifestChange> changes =
                upkeep.rename(dataset.base(), false, AdminCall.settled(upkeep.resolvers()))) {
            return changes.limit(10).toList();
        }
    }

    /** MAN-8, GW-1: what cannot be renamed whole is come to once, so that a migration ends. */
    @Test
    void aMigrationEndsThatCannotEndARename() {
        write(old(1), "too long");
        record(1, old(1), 5);
        assertThat(renamed(objects))
                .singleElement()
                .satisfies(change -> assertThat(change.reason()).isEqualTo("outcome_unknown"));
        dataset = store.open(Location.parse(directory.resolve("kept").toString()));
        write(old(1), "first");
        record(1, old(1), 5);
        write(old(2), "found");
        ManifestObjects keeps = new ForwardingObjects(objects) {
            @Override
            public void remove(Location object) {
                throw new StrandlineException(ErrorCode.BACKEND, "a test has the store keep all.");
            }
        };
        assertThat(renamed(keeps)).hasSize(2).allMatch(change -> change.done() && "left_over".equals(change.reason()));
        assertThat(renamed(objects)).hasSize(2).allMatch(change -> change.done() && change.reason() == null);
    }

    /** MAN-8: a dry run has a row for each version, also for one whose commit died after its copy. */
    @Test
    void aDryRunShowsAVersionOnce() {
        String claimed = old(1) + "-" + UUID.randomUUID();
        write(claimed, "first");
        record(1, claimed, 5);
        write(old(1), "first");
        write(old(2), "found");
        try (Stream<ManifestChange> changes =
                upkeep(store, objects).rename(dataset.base(), true, AdminCall.settled(Map.of()))) {
            assertThat(changes.map(change -> String.valueOf(change.version()))).containsExactly("1", "2");
        }
    }

    private Outcome told(String resolver, String action, String path) {
        Intent intent = Changes.with(
                Changes.intent(resolver, dataset.base(), ManifestVersion.of(1), dataset.identity(), path),
                "action",
                action);
        return upkeep(store, objects).resolvers().get(resolver).resolve(intent);
    }

    /** GW-1: a process that died in the middle of a rename changed something; one that died before it did not. */
    @Test
    void aRenameThatDiedHalfWayIsSaid() {
        write(old(1), "first");
        record(1, old(1), 5);
        assertThat(told("manifest.rename", "rename", old(1))).isInstanceOf(Outcome.Refused.class);
        write(finished(1), "other");
        assertThat(told("manifest.rename", "rename", old(1))).isInstanceOf(Outcome.Refused.class);
        objects.remove(dataset.object(finished(1)));
        objects.copy(dataset.object(old(1)), dataset.object(finished(1)));
        for (int step = 0; step < 2; step++) {
            assertThat(told("manifest.rename", "rename", old(1)).reason()).isEqualTo("left_over");
            store.putIfExists(dataset, ManifestVersion.of(1), finished(1), 5);
        }
        objects.remove(dataset.object(old(1)));
        assertThat(told("manifest.rename", "rename", old(1))).isEqualTo(Outcome.ofDone());
        objects.remove(dataset.object(finished(1)));
        assertThat(told("manifest.rename", "rename", old(1))).isInstanceOf(Outcome.Unknown.class);
    }

    /** MAN-4, GW-1: a version is not finished while another object of its size lies where it belongs. */
    @Test
    void aVersionIsNotFinishedWhereAnotherObjectLies() {
        String claimed = staged(1);
        write(claimed, "first");
        record(1, claimed, 5);
        write(finished(1), "other");
        assertThat(finish(store, objects)).anySatisfy(change -> {
            assertThat(change.action()).isEqualTo("finish");
            assertThat(change.reason()).isEqualTo("outcome_unknown");
            assertThat(change.detail()).contains(claimed);
        });
        assertThat(directory.resolve("d").resolve(finished(1))).hasContent("other");
    }

    /** GW-1: the same of a commit that was being finished. */
    @Test
    void aFinishThatDiedHalfWayIsSaid() {
        String claimed = staged(1);
        write(claimed, "first");
        record(1, claimed, 5);
        assertThat(told("manifest.finalize", "finish", claimed)).isInstanceOf(Outcome.Refused.class);
        objects.copy(dataset.object(claimed), dataset.object(finished(1)));
        assertThat(told("manifest.finalize", "finish", claimed).reason()).isEqualTo("left_over");
        store.putIfExists(dataset, ManifestVersion.of(1), finished(1), 5);
        assertThat(told("manifest.finalize", "finish", claimed).reason()).isEqualTo("left_over");
        objects.remove(dataset.object(claimed));
        assertThat(told("manifest.finalize", "finish", claimed)).isEqualTo(Outcome.ofDone());
        Dataset old = dataset;
        store.delete(old);
        Dataset young = store.open(old.base());
        store.putIfNotExists(new Claim(young, ManifestVersion.of(1), finished(1), 5, null, ""));
        for (String action : List.of("finish", "take_in", "point")) {
            assertThat(told("manifest.finalize", action, claimed)).as(action).isInstanceOf(Outcome.Refused.class);
        }
    }

    /** MAN-2, GW-1: whatever call of the object store fails, heard or not; nothing is lost, and the same call mends the rest. */
    @Test
    void anyCallOfAnObjectStoreMayFail() throws Exception {
        try (StoreDatabase database =
                        StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
                DatabaseJournal journal = DatabaseJournal.open(
                        database,
                        new JournalOptions(100, Duration.ofDays(1), Duration.ofMinutes(5)),
                        Clock.systemUTC())) {
            ManifestUpkeep whole = upkeep(store, objects);
            journal.start(whole.resolvers());
            eachFails("f", journal, (each, base, call) -> each.finish(base, null, false, call));
            eachFails("r", journal, (each, base, call) -> each.rename(base, false, call));
        }
    }

    /** A call of upkeep on a dataset. */
    private interface Calls {
        Stream<ManifestChange> of(ManifestUpkeep upkeep, Location base, AdminCall call);
    }

    private static Journal.Running running(Journal journal) {
        String id = UUID.randomUUID().toString();
        Journal.Request request = new Journal.Request(
                id,
                new Caller("ada", Role.ADMIN),
                id,
                "hash",
                "CALL",
                false,
                Clock.systemUTC().instant());
        return ((Journal.Fresh) journal.claim(request)).running();
    }

    private void eachFails(String name, Journal journal, Calls calls) {
        int failures = 0;
        boolean failed = true;
        for (int call = 1; failed; call++) {
            for (boolean heard : List.of(false, true)) {
                damaged(name + call + heard);
                Faults.CallFails faulty = new Faults.CallFails(objects, call, heard);
                ManifestUpkeep upkeep = upkeep(store, faulty);
                Location base = dataset.base();
                Journal.Running running = running(journal);
                AdminCall asked = new AdminCall("statement", running.effects(), () -> {});
                try (Stream<ManifestChange> changes = calls.of(upkeep, base, asked)) {
                    changes.filter(change -> !change.done())
                            .forEach(change -> assertThat(change.reason()).isNotNull());
                } catch (StrandlineException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.BACKEND);
                }
                running.succeed(null);
                failed = faulty.hasFailed();
                failures++;
                for (long version = 1; version <= 3; version++) {
                    assertThat(store.location(base, ManifestVersion.of(version), objects)
                                    .size())
                            .isEqualTo(5);
                }
                try (Stream<ManifestChange> again =
                        calls.of(upkeep(store, objects), base, AdminCall.settled(Map.of()))) {
                    assertThat(again).allMatch(ManifestChange::done);
                }
                assertThat(kinds()).noneMatch(kind -> kind.contains("fixable"));
            }
        }
        assertThat(failures).isGreaterThan(20);
    }

    /** A commit that died, a manifest without a record, one whose rename died, and what a loser left. */
    private void damaged(String name) {
        dataset = store.open(Location.parse(directory.resolve(name).toString()));
        String claimed = staged(1);
        write(claimed, "first");
        record(1, claimed, 5);
        if (name.startsWith("r")) {
            store.location(dataset.base(), ManifestVersion.of(1), objects);
        }
        write(old(2), "found");
        write(old(3), "third");
        write(finished(3), "third");
        record(3, old(3), 5);
        if (name.startsWith("f")) {
            write(staged(3), "loser");
        }
    }
}
