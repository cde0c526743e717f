/** The schema {@code catalog}: what tables there are and in what state, as SQL sees it. */
@NullMarked
package io.strandline.catalog.sql;

import org.jspecify.annotations.NullMarked;
