package io.strandline.gateway.http;

/** A class that nothing refers to: it is initialised only if somebody loads it by its name. */
final class LoadedByName {
    static {
        ClassNameTest.loaded.incrementAndGet();
    }

    private LoadedByName() {}
}
