/** Tables that statements of SQL create, change and drop. */
@NullMarked
package io.strandline.ddl;

import org.jspecify.annotations.NullMarked;
