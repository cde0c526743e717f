/** What SQL sees of the registry: the schema {@code registry}. */
@NullMarked
package io.strandline.registry.sql;

import org.jspecify.annotations.NullMarked;
