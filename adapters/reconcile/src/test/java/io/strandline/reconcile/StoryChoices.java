package io.strandline.reconcile;

import java.util.List;

/** What happens in a story, as numbers: when they are used up, nothing happens any more. */
final class StoryChoices {
    private final List<Integer> numbers;
    private int at;

    StoryChoices(List<Integer> numbers) {
        this.numbers = numbers;
    }

    /** The next choice, from 0 to below {@code bound}. */
    int next(int bound) {
        return at < numbers.size() ? numbers.get(at++) % bound : 0;
    }

    boolean isOver() {
        return at >= numbers.size();
    }
}
