@NullMarked
package io.strandline.sink.store;

import org.jspecify.annotations.NullMarked;
