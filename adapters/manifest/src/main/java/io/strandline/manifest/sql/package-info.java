/** The schema {@code manifest}. */
@NullMarked
package io.strandline.manifest.sql;

import org.jspecify.annotations.NullMarked;
