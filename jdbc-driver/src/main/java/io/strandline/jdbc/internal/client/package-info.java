/** The JDBC objects: connection, statements, result sets. */
@NullMarked
package io.strandline.jdbc.internal.client;

import org.jspecify.annotations.NullMarked;
