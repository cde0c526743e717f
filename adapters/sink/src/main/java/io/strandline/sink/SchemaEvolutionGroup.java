package io.strandline.sink;

/** Adds to the destination's columns what a run brings (SNK-9). */
public interface SchemaEvolutionGroup {
    /**
     * Makes the changes that are not made yet: the same from two runs at once is made once. Nothing that could lose a value.
     *
     * @throws io.strandline.common.StrandlineException {@code REFUSED} if the destination cannot follow; nothing was changed
     */
    void evolve(SchemaEvolution evolution, SinkCallContext context);
}
