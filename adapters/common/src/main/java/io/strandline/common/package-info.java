/** The kernel every module shares: places, names, callers, errors and outcomes; pure values and small ports, no I/O. */
@NullMarked
package io.strandline.common;

import org.jspecify.annotations.NullMarked;
