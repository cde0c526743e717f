package io.strandline.house.sample.common;

import java.nio.file.Path;

/** Crosses "common stands alone". */
public record KernelThatReadsFiles(Path file) {}
