/** Values between the wire and Java, each JDBC type by its own rules. */
@NullMarked
package io.strandline.jdbc.internal.value;

import org.jspecify.annotations.NullMarked;
