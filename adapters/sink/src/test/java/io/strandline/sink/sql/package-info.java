@NullMarked
package io.strandline.sink.sql;

import org.jspecify.annotations.NullMarked;
