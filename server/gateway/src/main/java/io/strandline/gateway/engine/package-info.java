/** The engine put together: modules, system schemas, queries, calls. */
@NullMarked
package io.strandline.gateway.engine;

import org.jspecify.annotations.NullMarked;
