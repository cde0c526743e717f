package io.strandline.house.sample.gateway;

import java.util.Optional;

/** Breaks every habit. */
public final class Gateway {
    private final Optional<String> name = Optional.empty();

    String name() {
        return name.orElseThrow(() -> new RuntimeException("no name"));
    }

    void stop() {
        System.exit(1);
    }

    public static void main(String[] arguments) {
        System.exit(arguments.length);
    }
}
