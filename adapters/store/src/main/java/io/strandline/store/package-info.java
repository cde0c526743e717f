/** What must survive a gateway: the journal of changing statements, their audit, their answers; as ports and values. */
@NullMarked
package io.strandline.store;

import org.jspecify.annotations.NullMarked;
