@NullMarked
package io.strandline.log.store;

import org.jspecify.annotations.NullMarked;
