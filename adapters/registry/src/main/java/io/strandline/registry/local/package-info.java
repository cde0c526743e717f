/** Looks for objects on the machine's own file system. */
@NullMarked
package io.strandline.registry.local;

import org.jspecify.annotations.NullMarked;
