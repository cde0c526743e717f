/** The gateway on the network: one port, its codecs, login, and how errors look on the wire. */
@NullMarked
package io.strandline.gateway.http;

import org.jspecify.annotations.NullMarked;
