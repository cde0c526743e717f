/** Gateways that are killed, and what the next one makes of it (GW-1). */
@NullMarked
package io.strandline.reconcile.crash;

import org.jspecify.annotations.NullMarked;
