/** The gateway as a whole: opens what the configuration names, joins it, serves it, closes it. */
@NullMarked
package io.strandline.gateway;

import org.jspecify.annotations.NullMarked;
