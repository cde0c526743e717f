/** The YAML file as records: read, substituted, bound, checked; every fault names its key and the next step. */
@NullMarked
package io.strandline.gateway.config;

import org.jspecify.annotations.NullMarked;
