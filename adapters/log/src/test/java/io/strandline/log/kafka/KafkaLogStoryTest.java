package io.strandline.log.kafka;

import io.strandline.log.LogKind;
import io.strandline.log.LogStory;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Stories of logs on Kafka: see {@link LogStory} (LOG-1 to LOG-10). The broker tidies up in its own time, so not in these. */
class KafkaLogStoryTest {
    @Property(tries = 3, seed = "20260303")
    void everyStoryGoesAsTheModelSays(@ForAll LogKind kind, @ForAll("stories") List<Integer> numbers) {
        try (KafkaLab lab = new KafkaLab()) {
            new LogStory(lab, kind, numbers).tell();
        }
    }

    @Provide
    Arbitrary<List<Integer>> stories() {
        return Arbitraries.integers().between(0, 5039).list().ofMinSize(100).ofMaxSize(120);
    }
}
