/** Stands for what SQL sees. */
@NullMarked
package io.strandline.house.sample.alpha.sql;

import org.jspecify.annotations.NullMarked;
