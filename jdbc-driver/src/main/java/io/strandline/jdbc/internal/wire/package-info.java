/** Avatica's messages, as Smile, over HTTP, each sent at most once. */
@NullMarked
package io.strandline.jdbc.internal.wire;

import org.jspecify.annotations.NullMarked;
