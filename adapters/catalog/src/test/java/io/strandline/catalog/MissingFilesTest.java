package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TableFile.Kind;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** REC-17: which files that a table names are not there. */
class MissingFilesTest {
    private static final LocationRules RULES = LocationRules.defaults();

    private final CallContext call = new TestCall();
    private final Set<String> there = new HashSet<>();
    private final List<Integer> asked = new ArrayList<>();
    private final TableStorage storage = new TableStorage() {
        @Override
        public TableContents open(TableRef table, TableState state, CallContext call) {
            throw new IllegalStateException("not asked for here");
        }

        @Override
        public List<String> existing(List<String> locations, CallContext call) {
            asked.add(locations.size());
            return locations.stream().filter(there::contains).toList();
        }
    };
    private final MissingFiles missing = new MissingFiles(storage, RULES, call);

    /** A table that names those data files. */
    private record Names(List<String> files) implements TableContents {
        @Override
        public TableState state() {
            return TableState.outline(
                    new TableRef("lake", List.of("ns"), "t"), TableType.TABLE, "iceberg", null, "s3://b/t");
        }

        @Override
        public void files(
                Set<Long> snapshots,
                Set<String> skipped,
                boolean withFiles,
                Consumer<TableFile> visitor,
                CallContext call) {
            files.forEach(file -> visitor.accept(new TableFile(Kind.DATA, file)));
        }

        @Override
        public Iterator<StoredFile> list(Location directory, CallContext call) {
            throw new IllegalStateException("not asked for here");
        }

        @Override
        public void delete(List<String> locations, CallContext call) {
            throw new IllegalStateException("nothing is deleted");
        }
    }

    private static Names names(int from, int to) {
        List<String> files = new ArrayList<>();
        for (int i = from; i < to; i++) {
            files.add("s3://b/t/" + i);
        }
        return new Names(files);
    }

    private void find(Names named, Names listed) {
        Reachable reachable = new Reachable(RULES);
        reachable.add(named, Set.of(), call);
        listed.files().forEach(file -> missing.isThere(file, reachable));
        missing.find(named, reachable.size());
    }

    @Test
    void whatIsListedIsNotAskedFor() {
        find(names(0, 500), names(0, 500));
        assertThat(asked).isEmpty();
        find(names(0, 500), names(0, 501));
        assertThat(asked).isEmpty();
    }

    /** One written since the listing, or elsewhere, is there; each is asked for once, however often it is named. */
    @Test
    void theOthersAreAskedForInBatches() {
        there.add("s3://b/t/499");
        List<String> twice = new ArrayList<>(names(0, 500).files());
        twice.addAll(names(0, 500).files());
        find(new Names(twice), names(0, 250));
        assertThat(asked).containsExactly(100, 100, 50);
        missing.confirm(() -> Optional.of(new Names(twice)));
        assertThat(missing.sample().count()).isEqualTo(249);
        assertThat(missing.sample().some()).hasSize(5).startsWith("s3://b/t/250");
        assertThat(missing.kinds()).isEqualTo(Map.of(Kind.DATA, 249L));
    }

    /** What was expired while it was looked for, with its table or without, is no loss. */
    @Test
    void whatIsNotNamedAnyMoreIsNoLoss() {
        find(names(0, 10), names(0, 5));
        missing.confirm(() -> Optional.of(names(7, 12)));
        assertThat(missing.sample().some()).containsExactly("s3://b/t/7", "s3://b/t/8", "s3://b/t/9");
    }

    @Test
    void ofATableThatIsGoneNothingIsMissing() {
        find(names(0, 10), names(0, 5));
        missing.confirm(Optional::empty);
        assertThat(missing.sample().count()).isZero();
    }

    /** Each is a request: of a table that names very many files elsewhere, the others are counted. */
    @Test
    void lookUpsAreBounded() {
        find(names(0, MissingFiles.MOST_LOOK_UPS + 7), names(0, 0));
        assertThat(asked.stream().mapToInt(Integer::intValue).sum()).isEqualTo(MissingFiles.MOST_LOOK_UPS);
        assertThat(missing.notLookedFor()).isEqualTo(7);
    }
}
