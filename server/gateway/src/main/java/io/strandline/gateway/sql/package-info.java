/** SQL in, rows out: parse, plan, cache, bind, and run once; knows nothing of HTTP. */
@NullMarked
package io.strandline.gateway.sql;

import org.jspecify.annotations.NullMarked;
