/** S3, and what speaks its protocol. */
@NullMarked
package io.strandline.registry.s3;

import org.jspecify.annotations.NullMarked;
