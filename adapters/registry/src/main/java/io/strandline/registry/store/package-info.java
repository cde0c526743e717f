/** Registrations and sources kept in the store. */
@NullMarked
package io.strandline.registry.store;

import org.jspecify.annotations.NullMarked;
