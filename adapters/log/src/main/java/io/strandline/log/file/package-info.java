/** Snapshots of views in files (LOG-14). */
@NullMarked
package io.strandline.log.file;

import org.jspecify.annotations.NullMarked;
