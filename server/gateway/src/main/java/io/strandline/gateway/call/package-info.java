/** CALL: which procedure is meant, what its arguments are, and running it once (GW-1). Never a query. */
@NullMarked
package io.strandline.gateway.call;

import org.jspecify.annotations.NullMarked;
