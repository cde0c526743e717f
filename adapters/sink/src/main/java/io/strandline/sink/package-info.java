/**
 * Sinks: writes that are accounted row by row, land exactly once, and can be undone as a run (SNK). The driver's contract,
 * the rules of a run, records; no backend.
 */
@NullMarked
package io.strandline.sink;

import org.jspecify.annotations.NullMarked;
