package io.strandline.common;

/** Finds out by reading the target whether a change that was begun has been made (GW-1). Makes no change itself. */
@FunctionalInterface
public interface EffectResolver {
    /**
     * Reads the target again. A failed look-up is {@link Outcome.Unknown}, never refused: it is not absence.
     *
     * @return done if the target shows the change, refused if it shows that it was not made, else unknown
     */
    Outcome resolve(Intent intent);
}
