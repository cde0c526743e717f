@NullMarked
package io.strandline.logs;

import org.jspecify.annotations.NullMarked;
