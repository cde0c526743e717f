package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.registry.Followers.Followed;
import io.strandline.store.Journal;
import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registrations that follow a source move with it, each only when its table is seen at the new place. */
class FollowersTest {
    @TempDir
    Path directory;

    private RegistryLab lab;
    private Registration orders;

    @BeforeEach
    void open() {
        lab = new RegistryLab(Dialect.SQLITE, directory);
        lab.source("f1");
        lab.table("orders", lab.at("f1"));
        orders = lab.register("scratch", "orders", SourceKind.FILE, "f1", true);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private List<SourceChange> move(String directory, boolean dryRun) {
        Location object = lab.file(directory + "/rows.csv");
        return lab.operator(call -> lab.mover.move(SourceKind.FILE, "f1", object, null, dryRun, call));
    }

    private List<Followed> follow(boolean dryRun) {
        return lab.operator(call -> lab.followers.follow("scratch", dryRun, call));
    }

    private void makeAnew(String name, String place) {
        lab.drop(name);
        lab.table(name, lab.at(place));
    }

    @Test
    void aRegistrationMovesWithItsSource() {
        makeAnew("orders", "f2");
        List<SourceChange> rows = move("f2", false);
        assertThat(rows).extracting(SourceChange::done).containsExactly(true, true);
        assertThat(rows.get(0).source().directory()).hasToString(lab.at("f2") + "/");
        assertThat(rows.get(1).registration()).isEqualTo(lab.kept(orders.id()));
        assertThat(lab.kept(orders.id()).location()).hasToString(lab.at("f2") + "/");
        assertThat(lab.audit())
                .extracting(entry -> entry.action(), entry -> entry.state())
                .endsWith(
                        org.assertj.core.groups.Tuple.tuple("registry.move_source", Journal.State.DONE),
                        org.assertj.core.groups.Tuple.tuple("registry.follow", Journal.State.DONE));
        assertThat(follow(false)).isEmpty();
    }

    /** What cannot be proved stays where it is, says why in {@code last_error}, and follows as soon as it can. */
    @Test
    void aRegistrationWhoseTableIsElsewhereKeepsWhyAndFollowsLater() {
        List<SourceChange> rows = move("f2", false);
        assertThat(rows.get(0).done()).isTrue();
        assertThat(rows.get(1).reason()).isEqualTo("table_elsewhere");
        assertThat(lab.kept(orders.id()).location()).isEqualTo(orders.location());
        assertThat(lab.kept(orders.id()).lastError()).contains("lies at", "/uploads/f2");
        int audited = lab.audit().size();
        assertThat(follow(false)).extracting(Followed::reason).containsExactly("table_elsewhere");
        // the same again is no news
        assertThat(lab.audit()).hasSize(audited);
        makeAnew("orders", "f2");
        assertThat(follow(true)).extracting(Followed::reason).containsExactly("dry_run");
        assertThat(lab.kept(orders.id()).lastError()).isNotNull();
        assertThat(follow(false)).extracting(Followed::done).containsExactly(true);
        assertThat(lab.kept(orders.id()).lastError()).isNull();
        assertThat(lab.kept(orders.id()).location()).hasToString(lab.at("f2") + "/");
    }

    @Test
    void anErrorIsClearedWhenItsCauseIsGone() {
        move("f2", false);
        assertThat(lab.kept(orders.id()).lastError()).isNotNull();
        move("f1", false);
        assertThat(lab.kept(orders.id()).lastError()).isNull();
        assertThat(lab.kept(orders.id()).location()).isEqualTo(orders.location());
    }

    @Test
    void aTableThatIsGoneOrUnreadableDoesNotFollow() {
        lab.drop("orders");
        assertThat(move("f2", false).get(1).reason()).isEqualTo("no_such_table");
        lab.catalog.close();
        assertThat(follow(false)).extracting(Followed::reason).containsExactly("lookup_failed");
        assertThat(lab.kept(orders.id()).location()).isEqualTo(orders.location());
    }

    /** A place that another registration holds is not taken. */
    @Test
    void aPlaceThatIsHeldIsNotTaken() {
        lab.table("other", lab.at("f2"));
        Registration holder = lab.register("scratch", "other", SourceKind.RESOURCE, "7", false);
        makeAnew("orders", "f2");
        List<SourceChange> rows = move("f2", false);
        assertThat(rows.get(1).reason()).isEqualTo("place_held");
        assertThat(rows.get(1).detail()).contains(holder.id());
        assertThat(lab.kept(orders.id()).location()).isEqualTo(orders.location());
    }

    /** Others stay: those that do not follow, and those of another connection. */
    @Test
    void whatDoesNotFollowStays() {
        lab.table("still", lab.at("f1"));
        Registration still = lab.register("scratch", "still", SourceKind.FILE, "f1", false);
        Registration elsewhere = lab.register("other", "orders", SourceKind.FILE, "f1", true);
        lab.moves.move(
                lab.stored.byId(SourceKind.FILE, "f1").orElseThrow(),
                new Source(SourceKind.FILE, "f1", lab.at("f2/rows.csv"), lab.at("f2"), "ada", Statement.NOW));
        makeAnew("orders", "f2");
        makeAnew("still", "f2");
        assertThat(follow(false)).extracting(row -> row.registration().id()).containsExactly(orders.id());
        assertThat(lab.kept(still.id())).isEqualTo(still);
        assertThat(lab.kept(elsewhere.id())).isEqualTo(elsewhere);
    }

    @Test
    void aDryRunMovesNothing() {
        makeAnew("orders", "f2");
        assertThat(move("f2", true)).extracting(SourceChange::reason).containsExactly("dry_run", "dry_run");
        assertThat(lab.stored.byId(SourceKind.FILE, "f1").orElseThrow().directory())
                .hasToString(lab.at("f1") + "/");
        assertThat(lab.kept(orders.id())).isEqualTo(orders);
    }

    /** Only what lies at its source can follow it. */
    @Test
    void aTableElsewhereCannotBeRegisteredToFollow() {
        lab.table("far", lab.at("f9"));
        assertThatThrownBy(() -> lab.register("scratch", "far", SourceKind.FILE, "f1", true))
                .hasMessageContainingAll("/uploads/f9", "/uploads/f1");
        assertThat(lab.register("scratch", "far", SourceKind.FILE, "f1", false).follows())
                .isFalse();
    }

    /** A second place is no registration of the source, but a move, and the error says so. */
    @Test
    void registeringAnotherPlaceNamesTheMove() {
        assertThatThrownBy(() -> lab.operator(
                        call -> lab.sources.register(SourceKind.FILE, "f1", lab.at("f2/rows.csv"), null, false, call)))
                .hasMessageContaining("move_source");
    }

    /** GW-3, REC-14. */
    @Test
    void aReaderAndAReadOnlyConnectionMoveNothing() {
        assertThatThrownBy(() -> lab.as(Role.READER, call -> lab.followers.follow("scratch", false, call)))
                .hasMessageContaining("operator");
        assertThatThrownBy(() -> lab.operator(call -> lab.followers.follow("frozen", false, call)))
                .hasMessageContaining("read only");
    }

    /** GW-1: the store tells how each move ended. */
    @Test
    void theResolversReadTheStore() {
        makeAnew("orders", "f2");
        move("f2", false);
        String id = "{\"registration_id\":\"" + orders.id() + "\",\"location\":\"";
        assertThat(resolve("registry.follow", id + lab.at("f2") + "\"}")).isInstanceOf(Outcome.Done.class);
        assertThat(resolve("registry.follow", id + lab.at("f1") + "\"}")).isInstanceOf(Outcome.Refused.class);
        String source = "{\"source_kind\":\"file\",\"source_id\":\"f1\",\"object_location\":\"";
        assertThat(resolve(
                        "registry.move_source",
                        source + lab.at("f2/rows.csv") + "\",\"directory\":\"" + lab.at("f2") + "\"}"))
                .isInstanceOf(Outcome.Done.class);
        assertThat(resolve(
                        "registry.move_source",
                        source + lab.at("f3/rows.csv") + "\",\"directory\":\"" + lab.at("f3") + "\"}"))
                .isInstanceOf(Outcome.Refused.class);
    }

    private Outcome resolve(String action, String proof) {
        var resolver = action.equals("registry.follow")
                ? lab.followers.resolvers().get(action)
                : lab.mover.resolvers().get(action);
        return Objects.requireNonNull(resolver).resolve(new Intent(action, "x", proof));
    }

    /** A table that moves between look and move is left alone. */
    @Test
    void aRegistrationThatIsGoneMeanwhileIsNotMoved() {
        makeAnew("orders", "f2");
        lab.registrations.delete(orders.id());
        assertThat(lab.moves.move(orders, lab.at("f2"), null)).isFalse();
        assertThat(lab.registrations.byName("scratch", new TableRef("prod", RegistryLab.SCRATCH, "orders")))
                .isEmpty();
    }
}
