/** DatabaseMetaData, answered by the gateway's system tables. */
@NullMarked
package io.strandline.jdbc.internal.metadata;

import org.jspecify.annotations.NullMarked;
