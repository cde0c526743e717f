/** Long calls of a started gateway: in the background, at their times, killed. */
@NullMarked
package io.strandline.jobs;

import org.jspecify.annotations.NullMarked;
