@NullMarked
package io.strandline.store.database;

import org.jspecify.annotations.NullMarked;
