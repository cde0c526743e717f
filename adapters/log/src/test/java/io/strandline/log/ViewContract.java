package io.strandline.log;

import static io.strandline.log.LogLab.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a view rests on, whose log is on any transport. */
interface ViewContract {
    LogLab lab();

    private LatestView view(MetadataEventLog log) {
        return new LatestView(log, ViewOptions.DEFAULTS.waitedFor(lab().patience()), lab().clock());
    }

    /** LOG-9: the last value of each key of each partition, in order; an empty value is one, a tombstone is none. */
    @Test
    default void aViewHasTheLastValueOfEachKey() {
        MetadataEventLog log = lab().compacted(2);
        LatestView view = view(log);
        assertThat(view.all(LogLab::goOn)).isEmpty();
        log.publishKeyed(0, text("a"), text("a1"));
        log.publishKeyed(0, text("b"), text("b1"));
        log.publishKeyed(0, text("c"), text("c1"));
        log.publishKeyed(0, text("a"), text(""));
        log.publishKeyed(0, text("c"), null);
        long other = log.publishKeyed(1, text("a"), text("of the other partition"));
        assertThat(view.all(LogLab::goOn))
                .extracting(LogLab::valueOf)
                .containsExactly("b1", "", "of the other partition");
        assertThat(view.find(text("a"), LogLab::goOn)).hasSize(2);
        assertThat(view.find(text("c"), LogLab::goOn)).isEmpty();
        assertThat(view.states())
                .contains(new SubscriptionState(view.states().get(0).subscription(), 1, other + 1));
        lab().tidyUp(log);
        assertThat(view(log).all(LogLab::goOn)).isEqualTo(view.all(LogLab::goOn));
    }

    /** LOG-13: what was published before is there, for who published it and for everybody else. */
    @Test
    default void aViewHasWhatWasPublishedBefore() {
        MetadataEventLog log = lab().compacted(2);
        LatestView own = view(log);
        LatestView other = view(log);
        for (int i = 0; i < 20; i++) {
            String value = "value " + i;
            log.publishKeyed(i % 2, text("k"), text(value));
            assertThat((i % 3 == 0 ? other : own).find(text("k"), LogLab::goOn))
                    .extracting(LogLab::valueOf)
                    .contains(value);
        }
    }

    /** LOG-9, LOG-13: a key whose tombstone went before the view had read it is not there; others are. */
    @Test
    default void aViewThatMissedATombstoneReadsAgain() {
        MetadataEventLog log = lab().open(LogOptions.compacted("states", 2).keepingTombstones(Duration.ofHours(1)));
        List<LatestView> views = new ArrayList<>(List.of(view(log), view(log)));
        log.publishKeyed(0, text("gone"), text("v"));
        log.publishKeyed(0, text("stays"), text("v"));
        log.publishKeyed(1, text("stays"), text("v"));
        assertThat(views.get(0).all(LogLab::goOn)).hasSize(3);
        log.publishKeyed(0, text("gone"), null);
        if (lab().tidyUp(log)) {
            lab().clock().advance(Duration.ofHours(2));
            lab().tidyUp(log);
            log.publishKeyed(0, text("later"), text("v"));
            views.add(view(log));
            for (LatestView view : views) {
                assertThat(view.all(LogLab::goOn))
                        .extracting(found -> found.partition() + LogLab.valueOf(found))
                        .containsExactly("0v", "0v", "1v");
                assertThat(view.find(text("gone"), LogLab::goOn)).isEmpty();
            }
        }
    }
}
