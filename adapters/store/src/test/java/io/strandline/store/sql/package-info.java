@NullMarked
package io.strandline.store.sql;

import org.jspecify.annotations.NullMarked;
