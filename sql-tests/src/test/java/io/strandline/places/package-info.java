/** Places and sources on the whole path: a REST catalog, files on S3, sources that move. */
@NullMarked
package io.strandline.places;

import org.jspecify.annotations.NullMarked;
