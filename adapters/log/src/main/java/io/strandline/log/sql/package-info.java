/** What SQL sees of the logs: the schema {@code log}. */
@NullMarked
package io.strandline.log.sql;

import org.jspecify.annotations.NullMarked;
