@NullMarked
package io.strandline.sink;

import org.jspecify.annotations.NullMarked;
