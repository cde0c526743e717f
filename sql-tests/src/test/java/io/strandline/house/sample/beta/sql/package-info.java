/** Stands for what SQL sees of a second adapter. */
@NullMarked
package io.strandline.house.sample.beta.sql;

import org.jspecify.annotations.NullMarked;
