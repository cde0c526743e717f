@NullMarked
package io.strandline.manifest;

import org.jspecify.annotations.NullMarked;
