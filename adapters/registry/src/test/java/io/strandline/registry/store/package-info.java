@NullMarked
package io.strandline.registry.store;

import org.jspecify.annotations.NullMarked;
