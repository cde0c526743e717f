package io.strandline.jdbc.internal.text;

import java.util.Collection;
import java.util.Optional;

/** The name a mistyped one most likely stands for. Stateless. */
public final class NearestName {
    private NearestName() {}

    /** The candidate with the fewest edits to {@code typed}, if at most a third of its letters differ. */
    public static Optional<String> of(String typed, Collection<String> candidates) {
        String best = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int edits = candidate.equalsIgnoreCase(typed) ? 0 : edits(typed, candidate);
            if (edits < fewest) {
                fewest = edits;
                best = candidate;
            }
        }
        return best != null && fewest <= Math.max(1, best.length() / 3) ? Optional.of(best) : Optional.empty();
    }

    private static int edits(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], above[j]) + 1, above[j - 1] + change);
            }
            above = row;
        }
        return above[b.length()];
    }
}
