/** What must hold when connections break and processes die. */
@NullMarked
package io.strandline.faults;

import org.jspecify.annotations.NullMarked;
