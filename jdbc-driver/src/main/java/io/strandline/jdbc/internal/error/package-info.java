/** SQLSTATEs and the SQLException class each of them is thrown as. */
@NullMarked
package io.strandline.jdbc.internal.error;

import org.jspecify.annotations.NullMarked;
