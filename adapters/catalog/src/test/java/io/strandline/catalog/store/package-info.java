@NullMarked
package io.strandline.catalog.store;

import org.jspecify.annotations.NullMarked;
