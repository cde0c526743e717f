/** What the gateway does by itself at its time: scans of connections, one gateway at a time. */
@NullMarked
package io.strandline.gateway.schedule;

import org.jspecify.annotations.NullMarked;
