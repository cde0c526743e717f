/** The table catalog: what tables there are and in what state, as a port that backends implement (CAT). */
@NullMarked
package io.strandline.catalog;

import org.jspecify.annotations.NullMarked;
