package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Registrar;
import io.strandline.registry.SourceKind;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A story: a lake that others change while repairs of every sort are made, each change judged as it is made. */
final class Story implements CallContext, Effects {
    /** Kinds that the judge knows. */
    private static final Set<String> JUDGED = Set.of(
            "ORPHAN",
            "MISSING",
            "DRIFTED",
            "METADATA_MISSING",
            "CORRUPT_METADATA",
            "CASE_COLLISION",
            "PREFIX_MISMATCH",
            "TABLE_REPLACED",
            "null");

    final StoryWorld world;
    private final StoryChoices choices;
    private final Reconciler reconciler;
    private final Repairs repairs;
    private final Adoptions adoptions;
    private @Nullable String journaledUuid;
    private int ids;

    /** By which steps a story's changes are proved. */
    record Steps(Set<DropSteps.Step> drop, Set<ForgetSteps.Step> forget, Set<AdoptSteps.Step> adopt) {
        static final Steps ALL = new Steps(
                EnumSet.allOf(DropSteps.Step.class),
                EnumSet.allOf(ForgetSteps.Step.class),
                EnumSet.allOf(AdoptSteps.Step.class));

        Steps without(DropSteps.Step step) {
            return new Steps(EnumSet.complementOf(EnumSet.of(step)), forget, adopt);
        }

        Steps without(ForgetSteps.Step step) {
            return new Steps(drop, EnumSet.complementOf(EnumSet.of(step)), adopt);
        }

        Steps without(AdoptSteps.Step step) {
            return new Steps(drop, forget, EnumSet.complementOf(EnumSet.of(step)));
        }
    }

    /** A story in which changes are proved by these steps only. */
    Story(List<Integer> numbers, Steps steps) {
        this.choices = new StoryChoices(numbers);
        this.world = new StoryWorld(choices);
        StoryPorts ports = new StoryPorts(world, choices);
        Connections connections = new Connections(
                StoryWorld.CONNECTIONS.stream().map(Story::connection).toList());
        Catalogs catalogs = new Catalogs(List.of(ports.catalog(() -> journaledUuid)));
        StoryPorts.Kept registrations = ports.new Kept();
        StoryFiles files = new StoryFiles(world);
        LocationRules rules = LocationRules.defaults();
        Evidence evidence =
                new Evidence(catalogs, registrations, files, (object, call) -> files.isThere(object), rules);
        this.reconciler = new Reconciler(connections, evidence, new NoScans(), Runnable::run, 2, Clock.systemUTC());
        this.repairs = new Repairs(
                connections,
                evidence,
                reconciler,
                Clock.systemUTC(),
                Map.of(
                        "drop", new DropRepair(evidence, steps.drop()),
                        "forget", new ForgetRepair(evidence, steps.forget())));
        this.adoptions = new Adoptions(
                connections,
                evidence,
                new Registrar(connections, catalogs, registrations, files, rules, () -> "adopted" + ++ids),
                steps.adopt());
    }

    static Story whole(List<Integer> numbers) {
        return new Story(numbers, Steps.ALL);
    }

    private static Connection connection(String name) {
        return new Connection(
                name,
                "lake",
                StoryWorld.NAMESPACE,
                false,
                List.of(Location.parse("s3://lake/uploads"), Location.parse("s3://lake/managed/resources/")),
                Location.parse("s3://lake/managed"),
                null,
                "");
    }

    /** Tells it to its end. */
    void tell() {
        for (int i = choices.next(12); i > 0; i--) {
            world.act();
        }
        assertFindings();
        while (!choices.isOver()) {
            world.othersAct = choices.next(4) != 0;
            repairSomething();
            world.othersAct = false;
        }
        assertFindings();
        assertAllThatHasARepairIsRepaired();
    }

    private void assertFindings() {
        List<String> found = reconciler
                .findings(connection -> connection.name().equals("c"), null, this)
                .filter(finding -> JUDGED.contains(String.valueOf(finding.kind())))
                .map(finding -> finding.kind() + " " + finding.table() + " " + finding.action())
                .sorted()
                .toList();
        assertThat(found).as("told: " + world.told).isEqualTo(StoryJudge.findings(world.state(), world.keepsFiles));
    }

    /** What findings offer is what a sweep makes, if nobody else acts. */
    private void assertAllThatHasARepairIsRepaired() {
        world.calling();
        assertThat(repairs.sweep("c", RepairKinds.all(), null, false, this))
                .filteredOn(row -> !row.item().action().equals("look"))
                .as("told: " + world.told)
                .allMatch(RepairOutcome::done);
        assertThat(reconciler.findings(connection -> connection.name().equals("c"), null, this))
                .as("told: " + world.told)
                .allMatch(finding -> finding.action() == null);
    }

    private void repairSomething() {
        world.calling();
        switch (choices.next(5)) {
            case 0 -> make(List.of(new RepairItem("drop", world.pick(StoryWorld.NAMES), null)));
            case 1 -> make(List.of(new RepairItem("forget", null, someId())));
            case 2 ->
                make(List.of(
                        new RepairItem("drop", world.pick(StoryWorld.NAMES), null),
                        new RepairItem("forget", null, someId()),
                        new RepairItem("drop", world.pick(StoryWorld.NAMES), null)));
            case 3 -> check(() -> repairs.sweep("c", RepairKinds.all(), null, choices.next(4) == 0, this));
            default -> adopt();
        }
    }

    private String someId() {
        List<String> ids = world.registrations.keySet().stream().sorted().toList();
        return ids.isEmpty() ? "none" : world.pick(ids);
    }

    private void make(List<RepairItem> items) {
        if (choices.next(4) != 3) {
            check(() -> repairs.carryOut("c", items, false, this));
            return;
        }
        List<RepairOutcome> rows = repairs.carryOut("c", items, true, this);
        if (!world.othersAct) {
            rows.forEach(this::checkDryRun);
        }
    }

    /** A dry run says of each what would be done: no less, no more. */
    private void checkDryRun(RepairOutcome row) {
        world.asked("nothing");
        world.calling();
        world.making();
        boolean said = "dry_run".equals(row.reason());
        if (said != StoryJudge.mayBeMade(world, row.item())) {
            throw new StoryWrong("a dry run says of " + row.item() + ": " + row.reason());
        }
    }

    /** What rows call done was done, and nothing else was. */
    private void check(Supplier<List<RepairOutcome>> repair) {
        long before = changes();
        List<RepairOutcome> rows = repair.get();
        long done = rows.stream()
                .filter(row -> !row.item().action().equals("look") && row.done())
                .count();
        long unknown = rows.stream()
                .filter(row -> "outcome_unknown".equals(row.reason()))
                .count();
        assertThat(changes() - before).as("changes; told: " + world.told).isBetween(done, done + unknown);
    }

    private long changes() {
        return world.told.stream()
                .filter(line -> line.startsWith("dropped ") || line.startsWith("forgot "))
                .count();
    }

    private void adopt() {
        String file = choices.next(2) == 0 ? null : world.pick(List.of("f1", "f2", "f4"));
        try {
            adoptions.adopt(
                    "c",
                    world.pick(StoryWorld.NAMES),
                    file == null ? null : SourceKind.FILE,
                    file,
                    choices.next(8) == 7,
                    this);
        } catch (StrandlineException e) {
            assertThat(e.code())
                    .isIn(
                            ErrorCode.REFUSED,
                            ErrorCode.NO_SUCH_TABLE,
                            ErrorCode.BACKEND,
                            ErrorCode.METADATA_MISSING,
                            ErrorCode.METADATA_UNREADABLE);
        }
    }

    /** As the journal does: what throws is settled by reading again (GW-1). */
    @Override
    public Outcome carryOut(Intent intent, Change change) {
        journaledUuid = intent.action().equals(DropRepair.ACTION)
                ? ProofText.read(intent).optionalText("uuid").orElse(null)
                : null;
        world.making();
        try {
            return change.make();
        } catch (StrandlineException e) {
            return repairs.resolvers().containsKey(intent.action())
                    ? repairs.resolvers().get(intent.action()).resolve(intent)
                    : Outcome.refused("exec_failed", e.getMessage());
        }
    }

    @Override
    public Outcome refuse(Intent intent, String reason, String detail) {
        return Outcome.refused(reason, detail);
    }

    @Override
    public Caller caller() {
        return new Caller("ada", Role.ADMIN);
    }

    @Override
    public String statementId() {
        return "story";
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
    }

    @Override
    public void checkpoint() {}

    @Override
    public void warn(String message) {}

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }

    @Override
    public Effects effects() {
        return this;
    }
}
