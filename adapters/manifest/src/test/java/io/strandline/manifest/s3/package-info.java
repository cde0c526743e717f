@NullMarked
package io.strandline.manifest.s3;

import org.jspecify.annotations.NullMarked;
