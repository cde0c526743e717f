package io.strandline.log;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Stories of logs in memory: see {@link LogStory} (LOG-1 to LOG-10). */
class LogStoryTest {
    @Property(tries = 1000, seed = "20260301")
    void everyStoryGoesAsTheModelSays(@ForAll LogKind kind, @ForAll("stories") List<Integer> numbers) {
        try (LogLab lab = new MemoryLab()) {
            new LogStory(lab, kind, numbers).tell();
        }
    }

    @Provide
    Arbitrary<List<Integer>> stories() {
        return Arbitraries.integers().between(0, 5039).list().ofMaxSize(200);
    }
}
