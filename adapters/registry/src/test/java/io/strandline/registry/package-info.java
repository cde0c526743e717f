@NullMarked
package io.strandline.registry;

import org.jspecify.annotations.NullMarked;
