@NullMarked
package io.strandline.registry.s3;

import org.jspecify.annotations.NullMarked;
