/** A log that is a topic of Kafka. */
@NullMarked
package io.strandline.log.kafka;

import org.jspecify.annotations.NullMarked;
