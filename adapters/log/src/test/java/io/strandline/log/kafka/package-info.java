@NullMarked
package io.strandline.log.kafka;

import org.jspecify.annotations.NullMarked;
