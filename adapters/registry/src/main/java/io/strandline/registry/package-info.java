/** Connections, registrations and sources: what is declared to be ours, as ports, values and the rules of registering. */
@NullMarked
package io.strandline.registry;

import org.jspecify.annotations.NullMarked;
