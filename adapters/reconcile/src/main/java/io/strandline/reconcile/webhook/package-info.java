/** Notices posted to webhooks: signed, at least once, each event under an id of its own. */
@NullMarked
package io.strandline.reconcile.webhook;

import org.jspecify.annotations.NullMarked;
