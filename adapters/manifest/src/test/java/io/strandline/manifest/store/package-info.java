@NullMarked
package io.strandline.manifest.store;

import org.jspecify.annotations.NullMarked;
