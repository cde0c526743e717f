package io.strandline.log.store;

import io.strandline.log.LogKind;
import io.strandline.log.LogStory;
import io.strandline.store.database.Dialect;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Stories of logs in the store: see {@link LogStory} (LOG-1 to LOG-10). */
class StoreLogStoryTest {
    @Property(tries = 12, seed = "20260302")
    void everyStoryGoesAsTheModelSays(
            @ForAll Dialect dialect, @ForAll LogKind kind, @ForAll("stories") List<Integer> numbers) {
        try (StoreLab lab = new StoreLab(dialect)) {
            new LogStory(lab, kind, numbers).tell();
        }
    }

    @Provide
    Arbitrary<List<Integer>> stories() {
        return Arbitraries.integers().between(0, 5039).list().ofMinSize(150).ofMaxSize(200);
    }
}
