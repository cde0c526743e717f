@NullMarked
package io.strandline.sink.database;

import org.jspecify.annotations.NullMarked;
