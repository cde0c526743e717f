package io.strandline.house.sample.parser;

import io.strandline.house.sample.common.KernelThatReadsFiles;

/** Crosses "the parser stands alone". */
public record ParserThatKnowsTheKernel(KernelThatReadsFiles kernel) {}
