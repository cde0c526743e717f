/** Repairs as a user makes them: over the driver, on a served gateway. */
@NullMarked
package io.strandline.fixes;

import org.jspecify.annotations.NullMarked;
