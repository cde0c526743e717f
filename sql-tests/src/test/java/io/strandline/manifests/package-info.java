@NullMarked
package io.strandline.manifests;

import org.jspecify.annotations.NullMarked;
