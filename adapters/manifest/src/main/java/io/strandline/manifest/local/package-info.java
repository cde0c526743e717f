/** Manifests on the machine's own file system. */
@NullMarked
package io.strandline.manifest.local;

import org.jspecify.annotations.NullMarked;
