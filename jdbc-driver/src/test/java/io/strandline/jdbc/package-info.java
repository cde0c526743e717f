/** Tests of the driver's public face, against a gateway on a loopback port. */
@NullMarked
package io.strandline.jdbc;

import org.jspecify.annotations.NullMarked;
