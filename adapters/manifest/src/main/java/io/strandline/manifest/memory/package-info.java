/** The index in memory, for tests and for datasets that live as long as a process. */
@NullMarked
package io.strandline.manifest.memory;

import org.jspecify.annotations.NullMarked;
