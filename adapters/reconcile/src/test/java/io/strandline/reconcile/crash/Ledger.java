package io.strandline.reconcile.crash;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What gateways have said they did, and what callers were told. */
final class Ledger {
    /** How often a table of a name was certainly, and how often at most, made and lost behind the gateway's back. */
    record Times(int made, int madeAtMost, int lost, int lostAtMost) {
        Times plus(int moreMade, int moreMadeAtMost, int moreLost, int moreLostAtMost) {
            return new Times(
                    made + moreMade, madeAtMost + moreMadeAtMost, lost + moreLost, lostAtMost + moreLostAtMost);
        }
    }

    private static final Times NEVER = new Times(0, 0, 0, 0);

    private final Map<String, Times> tables = new TreeMap<>();
    private final Map<String, String> calls = new LinkedHashMap<>();
    private final Map<String, String> told = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private Set<String> arrived = Set.of();

    /** Takes a line of a child; one that was cut by its death says nothing. */
    void add(String line) {
        lines.add(line);
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "MAKING" -> change(words[1], 0, 1, 0, 0);
            case "MADE" -> change(words[1], 1, 0, 0, 0);
            case "LOSING" -> change(words[1], 0, 0, 0, 1);
            case "LOST" -> change(words[1], 0, 0, 1, 0);
            case "CALL" -> calls.put(words[1], words[2]);
            case "ACK" -> told.put(words[1], words[2]);
            default -> throw new IllegalStateException("a child said: " + line);
        }
    }

    private void change(String table, int made, int madeAtMost, int lost, int lostAtMost) {
        tables.merge(
                table,
                NEVER.plus(made, madeAtMost, lost, lostAtMost),
                (known, more) -> known.plus(made, madeAtMost, lost, lostAtMost));
    }

    /** Text of each call, by key. */
    Map<String, String> calls() {
        return calls;
    }

    /** What was told of the call under that key, to remember it. */
    void told(String key, String answer) {
        told.put(key, answer);
    }

    /** What each caller was told that lived to hear it, by key. */
    Map<String, String> told() {
        return told;
    }

    /** Remembers which notices have arrived at their receiver. */
    void arrived(Set<String> eventIds) {
        arrived = eventIds;
    }

    Set<String> arrived() {
        return arrived;
    }

    Map<String, Times> tables() {
        return tables;
    }

    int acknowledged() {
        return told.size();
    }

    /** The last that was said, for a failed test. */
    String tail() {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
    }
}
