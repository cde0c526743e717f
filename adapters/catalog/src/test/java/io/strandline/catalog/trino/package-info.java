@NullMarked
package io.strandline.catalog.trino;

import org.jspecify.annotations.NullMarked;
