package io.strandline.reconcile.crash;

import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.TableReconciler;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.RepairItem;
import io.strandline.reconcile.RepairOutcome;
import io.strandline.reconcile.Repairs;
import io.strandline.registry.RegisterRequest;
import io.strandline.registry.Registered;
import io.strandline.registry.Registrar;
import io.strandline.registry.SourceChange;
import io.strandline.registry.SourceKind;
import io.strandline.registry.SourceMover;
import io.strandline.registry.SourceRegistrar;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The changing calls, written as a line of words: {@code register TABLE}, {@code follow TABLE} (register what moves with its source), {@code move TABLE} (its source), {@code unregister ID}, {@code source TABLE}, {@code
 * unsource TABLE}, {@code adopt TABLE}, {@code evolve TABLE COLUMN}, {@code scan}, {@code repair drop:TABLE forget:ID …}, {@code repair_all}.
 */
record Calls(
        Registrar registrar,
        SourceRegistrar sources,
        SourceMover mover,
        Reconciler reconciler,
        Repairs repairs,
        Adoptions adoptions,
        TableReconciler tables,
        Function<String, Location> objects) {

    /** Carries it out; its answer as a line. */
    String execute(String text, CallContext call) {
        List<String> words = Arrays.asList(text.split(" "));
        String what = words.get(0);
        return switch (what) {
            case "register" -> registered(registrar.register(request(words.get(1), false), call));
            case "follow" -> registered(registrar.register(request(words.get(1), true), call));
            case "move" ->
                mover
                        .move(SourceKind.FILE, words.get(1), objects.apply(moved(words.get(1))), null, false, call)
                        .stream()
                        .map(row -> (row.done() ? "done " : "not ") + row.reason())
                        .collect(Collectors.joining(","));
            case "unregister" -> registered(registrar.unregister(words.get(1), false, call));
            case "source" ->
                source(sources.register(SourceKind.FILE, words.get(1), objects.apply(words.get(1)), null, false, call));
            case "unsource" -> source(sources.unregister(SourceKind.FILE, words.get(1), false, call));
            case "adopt" -> registered(adoptions.adopt("scratch", words.get(1), null, null, false, call));
            case "evolve" ->
                tables.reconcile(
                                CrashGateway.ref(words.get(1)),
                                "{\"columns\": [{\"name\": \"" + words.get(2) + "\", \"type\": \"int\"}]}",
                                ReconcileOptions.plain(),
                                call)
                        .kind()
                        .text();
            case "repair_all" ->
                rows(repairs.sweep("scratch", EnumSet.of(FindingKind.ORPHAN, FindingKind.MISSING), null, false, call));
            case "scan" ->
                "findings " + reconciler.reconcile("scratch", false, call).size();
            case "repair" ->
                rows(repairs.carryOut(
                        "scratch", words.stream().skip(1).map(Calls::item).toList(), false, call));
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static RegisterRequest request(String table, boolean follows) {
        return new RegisterRequest("scratch", table, null, SourceKind.FILE, table, follows, false);
    }

    /** The name of the directory that a table's source moves to. */
    static String moved(String table) {
        return table + "_moved";
    }

    private static String registered(Registered answer) {
        return answer.registration().id() + " " + answer.reason();
    }

    private static String source(SourceChange answer) {
        return answer.source().id() + " " + answer.reason();
    }

    private static RepairItem item(String word) {
        String[] parts = word.split(":", 2);
        return parts[0].equals("drop")
                ? new RepairItem("drop", parts[1], null)
                : new RepairItem(parts[0], null, parts[1]);
    }

    private static String rows(List<RepairOutcome> outcomes) {
        return outcomes.stream().map(Calls::row).collect(Collectors.joining(","));
    }

    private static String row(RepairOutcome outcome) {
        return (outcome.done() ? "done " : "not ") + outcome.reason();
    }
}
