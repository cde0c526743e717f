@NullMarked
package io.strandline.manifest.local;

import org.jspecify.annotations.NullMarked;
