package io.strandline.parser.impl;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The token that was refused and those that could have stood in its place, from what the generated parser tells. */
final class Expectation implements StrandlineSqlParserImplConstants {
    private static final int MAX_SHOWN = 6;

    private final Token met;
    private final Set<Integer> kinds = new TreeSet<>();

    /**
     * Finds the token. The parser looks two tokens ahead and names the first of them though the second may be the wrong
     * one; so the tokens that agree with a sequence it expects are passed over.
     */
    Expectation(ParseException refused) {
        int[][] sequences = refused.expectedTokenSequences == null ? new int[0][] : refused.expectedTokenSequences;
        Token token = refused.currentToken.next;
        int position = 0;
        while (token.next != null && goesOnAfter(sequences, position, token.kind)) {
            int passed = token.kind;
            int at = position;
            sequences = Arrays.stream(sequences)
                    .filter(sequence -> sequence.length > at + 1 && sequence[at] == passed)
                    .toArray(int[][]::new);
            token = token.next;
            position++;
        }
        this.met = token;
        for (int[] sequence : sequences) {
            kinds.add(sequence[position]);
        }
    }

    private static boolean goesOnAfter(int[][] sequences, int position, int kind) {
        return Arrays.stream(sequences)
                .anyMatch(sequence -> sequence.length > position + 1 && sequence[position] == kind);
    }

    /** The token that cannot stand where it stands. */
    Token met() {
        return met;
    }

    /** Whether a name could have stood there. */
    boolean ofName() {
        return kinds.contains(IDENTIFIER);
    }

    /** The alternatives in words, if they are few: all names are one of them, so are all literals. */
    Optional<String> shown() {
        Set<String> words = new TreeSet<>();
        for (int kind : kinds) {
            if (kind == EOF) {
                words.add("the end of the statement");
            } else if (Words.isName(kind) || (ofName() && Words.isWord(kind) && !Words.isReserved(kind))) {
                words.add("a name");
            } else if (Words.isLiteral(kind)) {
                words.add("a literal");
            } else {
                words.add(Words.text(kind));
            }
        }
        // the parser's account can be short of a token; a wrong hint is worse than none
        boolean doubtful = kinds.contains(met.kind) || words.isEmpty();
        return doubtful || words.size() > MAX_SHOWN ? Optional.empty() : Optional.of(String.join(" or ", words));
    }
}
