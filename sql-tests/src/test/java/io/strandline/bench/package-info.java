/** Benchmarks, run by {@code sql-tests/bench NAME [--quick]}; each prints lines {@code name value unit}. */
@NullMarked
package io.strandline.bench;

import org.jspecify.annotations.NullMarked;
