package io.strandline.manifest.contract;

import java.util.function.Consumer;

/**
 * Something that every index keeps to.
 *
 * @param says what
 */
public record Check(String says, Consumer<ManifestLab> body) {
    @Override
    public String toString() {
        return says;
    }
}
