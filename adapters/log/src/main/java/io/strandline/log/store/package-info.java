/** A log in the store: durable, and shared by all gateways on a PostgreSQL. */
@NullMarked
package io.strandline.log.store;

import org.jspecify.annotations.NullMarked;
