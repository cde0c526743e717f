/** What every sink keeps to, as checks that run on any driver (SNK-16). */
@NullMarked
package io.strandline.sink.contract;

import org.jspecify.annotations.NullMarked;
