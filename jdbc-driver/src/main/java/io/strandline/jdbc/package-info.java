/** The JDBC driver of Strandline: what an application may name. */
@NullMarked
package io.strandline.jdbc;

import org.jspecify.annotations.NullMarked;
