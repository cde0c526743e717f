@NullMarked
package io.strandline.manifest.many;

import org.jspecify.annotations.NullMarked;
