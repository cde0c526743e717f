@NullMarked
package io.strandline.log.sql;

import org.jspecify.annotations.NullMarked;
