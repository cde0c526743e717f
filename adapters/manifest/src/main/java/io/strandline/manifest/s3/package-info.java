/** Manifests on S3, and on what speaks its protocol. */
@NullMarked
package io.strandline.manifest.s3;

import org.jspecify.annotations.NullMarked;
