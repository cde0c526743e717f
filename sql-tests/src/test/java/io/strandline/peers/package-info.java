/** What others read of what we wrote: run by the profile {@code peers}. */
@NullMarked
package io.strandline.peers;

import org.jspecify.annotations.NullMarked;
