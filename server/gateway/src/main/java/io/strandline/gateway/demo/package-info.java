/** A small lake with everything a newcomer should see go wrong once. */
@NullMarked
package io.strandline.gateway.demo;

import org.jspecify.annotations.NullMarked;
