package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Stories of a lake that others change while it is repaired: they register, rename, move, replace, drop, take sources away,
 * and break the locator, at every call of every port. Findings are those of a model that says the rules; and no repair ever
 * drops a table that is not provable, forgets a registration whose table exists, or registers what is no orphan (REC-9 to
 * REC-11, REC-16, REC-17).
 */
class StoryTest {
    private static final int LONGEST = 160;

    @Property(tries = 4000, seed = "20260301")
    void noStoryEndsInHarm(@ForAll("stories") List<Integer> numbers) {
        Story.whole(numbers).tell();
    }

    @Provide
    Arbitrary<List<Integer>> stories() {
        return Arbitraries.integers().between(0, 839).list().ofMaxSize(LONGEST);
    }

    /** The must-fail twin: a story catches each step of the proof of a drop that is left out. */
    @Example
    void everyStepOfADropIsNeeded() {
        for (DropSteps.Step step : DropSteps.Step.values()) {
            assertThat(harm(Story.Steps.ALL.without(step)))
                    .as("stories in which a drop without " + step + " does harm")
                    .isPositive();
        }
    }

    /** The must-fail twin: a story catches each step of the proof of forgetting that is left out. */
    @Example
    void everyStepOfForgettingIsNeeded() {
        for (ForgetSteps.Step step : ForgetSteps.Step.values()) {
            assertThat(harm(Story.Steps.ALL.without(step)))
                    .as("stories in which forgetting without " + step + " does harm")
                    .isPositive();
        }
    }

    /** The must-fail twin: a story catches each step of the proof of an adoption that is left out. */
    @Example
    void everyStepOfAnAdoptionIsNeeded() {
        for (AdoptSteps.Step step : AdoptSteps.Step.values()) {
            assertThat(harm(Story.Steps.ALL.without(step)))
                    .as("stories in which an adoption without " + step + " does harm")
                    .isPositive();
        }
    }

    /** The first story that ends in harm, counted from 1; 0 if none of many does. */
    private static int harm(Story.Steps steps) {
        Random random = new Random(7);
        for (int story = 1; story <= 20_000; story++) {
            List<Integer> numbers =
                    Stream.generate(() -> random.nextInt(840)).limit(LONGEST).toList();
            try {
                new Story(numbers, steps).tell();
            } catch (AssertionError wrong) {
                // a story may notice something else first: that is not the harm looked for
                if (wrong instanceof StoryWrong) {
                    return story;
                }
            }
        }
        return 0;
    }
}
