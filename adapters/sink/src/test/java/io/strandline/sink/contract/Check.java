package io.strandline.sink.contract;

import static java.util.Objects.requireNonNull;

import io.strandline.sink.Capability;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something that every sink keeps to.
 *
 * @param says what
 * @param needs the ability without which there is nothing to check; null for none
 */
public record Check(String says, @Nullable Capability needs, Consumer<SinkLab> body) {
    public Check {
        requireNonNull(says, "says");
        requireNonNull(body, "body");
    }

    static Check of(String says, Consumer<SinkLab> body) {
        return new Check(says, null, body);
    }

    static Check of(String says, Capability needs, Consumer<SinkLab> body) {
        return new Check(says, needs, body);
    }

    @Override
    public String toString() {
        return says;
    }
}
