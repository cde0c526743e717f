package io.strandline.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.OrphanFile;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableRefs;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.Intent;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Procedures on tables whose metadata is damaged, and deletions that end half-way. */
class DamagedTablesTest {
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofDays(10));
    private static final ExpireOptions OLD = new ExpireOptions(null, null, Set.of(), false, false);

    @TempDir
    Path directory;

    private DamagedLake lake;
    private CatalogEntries entries;
    private TableRefs refs;
    private TableMaintenance maintenance;
    private TestEffects effects;
    private TestCall call;

    @BeforeEach
    void open() {
        ProbeFileIO.reset();
        lake = new DamagedLake(directory, "30s");
        StateCache states = new StateCache(1 << 20);
        LocationRules rules = LocationRules.defaults();
        entries = new CatalogEntries(lake.catalogs, states, rules, LATER);
        refs = new TableRefs(lake.catalogs, LATER, 4);
        maintenance = new TableMaintenance(lake.catalogs, ExternalLocations.none(), states, rules, LATER, 4);
        effects = new TestEffects(this::resolve);
        call = new TestCall(effects);
    }

    private Outcome resolve(Intent intent) {
        Map<String, EffectResolver> resolvers = new HashMap<>(maintenance.resolvers());
        resolvers.putAll(entries.resolvers());
        resolvers.putAll(refs.resolvers());
        return resolvers.get(intent.action()).resolve(intent);
    }

    @AfterEach
    void close() {
        ProbeFileIO.reset();
        lake.close();
    }

    private static AbstractThrowableAssert<?, ?> assertCode(ErrorCode code, ThrowingCallable attempt) {
        return assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        failed -> assertThat(failed.code()).isEqualTo(code));
    }

    private List<OrphanFile> orphans(TableRef table, boolean dryRun) {
        return maintenance.removeOrphans(table, Optional.empty(), Optional.empty(), false, dryRun, call);
    }

    /** Cases 14 and 16: an entry whose metadata is cut, gone, of a newer format or not named is renamed and unregistered. */
    @Test
    void entriesOfBrokenTablesAreRenamedAndUnregistered() throws IOException, SQLException {
        TableRef cut = lake.table("sales", "cut");
        TableRef gone = lake.table("sales", "gone");
        TableRef newer = lake.table("sales", "newer");
        TableRef unnamed = lake.table("sales", "unnamed");
        lake.cutMetadata(cut);
        lake.loseMetadata(gone);
        edit(newer, metadata -> metadata.put("format-version", 99));
        lake.losePointer(unnamed);
        for (TableRef broken : List.of(cut, gone, newer, unnamed)) {
            boolean missing = broken.equals(gone);
            assertCode(
                    missing ? ErrorCode.METADATA_MISSING : ErrorCode.METADATA_UNREADABLE,
                    () -> refs.rollBack(broken, 1, false, call));
            assertCode(
                    missing ? ErrorCode.METADATA_MISSING : ErrorCode.METADATA_UNREADABLE,
                    () -> maintenance.expire(broken, OLD, false, call));
            TableRef renamed = new TableRef("lake", List.of("sales"), broken.name() + "_2");
            assertThat(entries.rename(broken, renamed, false, call).done()).isTrue();
            assertThat(entries.unregister(renamed, false, call).done()).isTrue();
            assertThat(lake.catalog.exists(renamed, call)).isFalse();
        }
    }

    /** CAT-17: where a broken neighbour's files are is told by its metadata file's place; where nothing tells, it is refused. */
    @Test
    void aNeighbourThatCannotBeReadStandsAgainstDeletingOnlyIfItMayLieThere() throws IOException, SQLException {
        TableRef table = lake.table("sales", "good");
        lake.cutMetadata(lake.table("sales", "cut"));
        assertThat(orphans(table, true)).isEmpty();
        lake.losePointer(lake.table("sales", "unnamed"));
        assertCode(ErrorCode.REFUSED, () -> orphans(table, true))
                .hasMessageContaining("lake.sales.unnamed")
                .hasMessageContaining("is not known");
    }

    /** CAT-14, case 29: a current snapshot that is not there stands against every procedure, and the entry can go. */
    @Test
    void aCurrentSnapshotThatIsNotThereStandsAgainstAll() throws IOException {
        TableRef table = lake.table("sales", "orders");
        long there = lake.catalog.describe(table, call).orElseThrow().currentSnapshotId();
        edit(table, metadata -> metadata.put("current-snapshot-id", 42).remove("refs"));
        List<ThrowingCallable> calls = List.of(
                () -> refs.rollBack(table, there, false, call),
                () -> refs.setCurrent(table, Optional.of(there), Optional.empty(), false, call),
                () -> maintenance.expire(table, OLD, false, call),
                () -> maintenance.rewriteManifests(table, Optional.empty(), false, call),
                () -> maintenance.drop(table, true, false, call),
                () -> orphans(table, false));
        assertThat(calls).allSatisfy(attempt -> assertThatThrownBy(attempt).hasMessageContaining("napshot"));
        assertThat(effects.outcomes()).noneMatch(Outcome::done);
        assertThat(entries.unregister(table, false, call).done()).isTrue();
    }

    /** A deletion that ends half-way leaves what names the rest, and says so; orphan files then are all that is left of it. */
    @Test
    void aDeletionThatEndsHalfWayIsCompletedLater() throws IOException {
        TableRef table = lake.table("sales", "orders");
        lake.writer.append(table, List.of(List.of(3L, "c")));
        lake.writer.deleteAll(table);
        ExpiredSnapshots planned = maintenance.expire(table, OLD, true, call);
        assertThat(planned.files().count(Kind.DATA)).isEqualTo(2);

        ProbeFileIO.deleteAtMost(1);
        ExpiredSnapshots half = maintenance.expire(table, OLD, false, call);
        assertThat(half.done()).isTrue();
        assertThat(half.reason()).isEqualTo("files_left");
        assertThat(half.files().count(Kind.MANIFEST)).isZero();
        assertThat(half.files().kept()).isEqualTo(2);
        assertThat(effects.outcomes()).last().isInstanceOf(Outcome.Unknown.class);
        assertThat(effects.outcomes())
                .last()
                .satisfies(outcome -> assertThat(outcome.detail()).contains("1 of 2 files are left"));

        ProbeFileIO.deleteAtMost(Integer.MAX_VALUE);
        long left = planned.files().files().values().stream()
                        .mapToLong(Long::longValue)
                        .sum()
                - 1;
        assertThat(orphans(table, false))
                .hasSize((int) left)
                .allSatisfy(orphan -> assertThat(orphan.done()).isTrue());
        assertThat(orphans(table, true)).isEmpty();
    }

    /** GW-1: what a gateway that died had begun to delete is told by looking at the files of its batch. */
    @Test
    void whatWasBegunIsToldByTheFilesThatAreLeft() throws IOException {
        Path one = Files.writeString(directory.resolve("one"), "1");
        Path two = Files.writeString(directory.resolve("two"), "2");
        String proof = "{\"catalog_name\":\"lake\",\"namespace\":[\"sales\"],\"table_name\":\"orders\",\"files\":[\""
                + one + "\",\"" + two + "\"]}";
        Intent intent = new Intent("catalog.delete_files", "lake.sales.orders", proof);
        assertThat(resolve(intent)).isInstanceOf(Outcome.Refused.class);
        Files.delete(one);
        assertThat(resolve(intent)).isInstanceOf(Outcome.Unknown.class);
        Files.delete(two);
        assertThat(resolve(intent)).isEqualTo(Outcome.ofDone());
    }

    /** GW-3: rollback and deletion are an admin's, everything is for who is not limited; nothing is looked at before. */
    @Test
    void rolesAndLimitsComeFirst() {
        TableRef table = lake.table("sales", "orders");
        TestCall operator = new TestCall(effects, new Caller("otto", Role.OPERATOR));
        TestCall limited = new TestCall(
                effects, new Caller("nora", Role.ADMIN, Grants.of(Set.of("sales"), Set.of(table.catalog()))));
        TableRefs.Retention asTheTable = new TableRefs.Retention(null, null, null);
        ProbeFileIO.reset();
        List<ThrowingCallable> calls = List.of(
                () -> refs.rollBack(table, 1, true, operator),
                () -> refs.setCurrent(table, Optional.of(1L), Optional.empty(), true, operator),
                () -> refs.drop(table, "main", true, operator),
                () -> entries.unregister(table, true, operator),
                () -> maintenance.expire(table, OLD, true, operator),
                () -> maintenance.drop(table, false, true, operator),
                () -> refs.createTag(table, "t", Optional.empty(), asTheTable, true, limited),
                () -> entries.register(table, "x", true, limited),
                () -> entries.rename(table, table, true, limited),
                () -> maintenance.rewriteManifests(table, Optional.empty(), true, limited),
                () -> maintenance.removeOrphans(table, Optional.empty(), Optional.empty(), false, true, limited));
        assertThat(calls).allSatisfy(attempt -> assertCode(ErrorCode.NOT_ALLOWED, attempt));
        assertThat(ProbeFileIO.openedMetadata()).isEmpty();
    }

    private void edit(TableRef table, java.util.function.Consumer<ObjectNode> change) throws IOException {
        JsonMapper json = new JsonMapper();
        Path file = lake.metadataFile(table);
        ObjectNode metadata = (ObjectNode) json.readTree(file.toFile());
        change.accept(metadata);
        json.writeValue(file.toFile(), metadata);
    }
}
