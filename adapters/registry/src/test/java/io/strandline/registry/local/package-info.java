@NullMarked
package io.strandline.registry.local;

import org.jspecify.annotations.NullMarked;
