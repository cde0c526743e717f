/**
 * The metadata event log: what happened to the control plane, in order, durable, replayable (LOG-1 to LOG-15). The port is
 * {@link io.strandline.log.MetadataEventLog}; its transports are rooms below.
 */
@NullMarked
package io.strandline.log;

import org.jspecify.annotations.NullMarked;
