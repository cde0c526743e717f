@NullMarked
package io.strandline.manifest.contract;

import org.jspecify.annotations.NullMarked;
