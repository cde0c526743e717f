/** What little the driver must know of a statement's text. */
@NullMarked
package io.strandline.jdbc.internal.text;

import org.jspecify.annotations.NullMarked;
