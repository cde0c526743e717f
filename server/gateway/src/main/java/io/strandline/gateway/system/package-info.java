/** What SQL says of itself: {@code information_schema}, the procedures and their parameters, help, the version. */
@NullMarked
package io.strandline.gateway.system;

import org.jspecify.annotations.NullMarked;
