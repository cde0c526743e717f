@NullMarked
package io.strandline.log;

import org.jspecify.annotations.NullMarked;
