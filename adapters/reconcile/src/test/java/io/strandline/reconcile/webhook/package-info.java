/** Tests of posting to webhooks, against real HTTP servers. */
@NullMarked
package io.strandline.reconcile.webhook;

import org.jspecify.annotations.NullMarked;
