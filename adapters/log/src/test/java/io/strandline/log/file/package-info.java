@NullMarked
package io.strandline.log.file;

import org.jspecify.annotations.NullMarked;
