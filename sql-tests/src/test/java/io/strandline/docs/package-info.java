/** Pages of the documentation that are made from the code, and the test that keeps them so. */
@NullMarked
package io.strandline.docs;

import org.jspecify.annotations.NullMarked;
