@NullMarked
package io.strandline.reconcile;

import org.jspecify.annotations.NullMarked;
