/**
 * Sessions and what runs in them: Avatica's {@code Meta} over the SQL engine, statements, cursors and frames, limits, and the
 * tables that show them. Knows nothing of HTTP.
 */
@NullMarked
package io.strandline.gateway.session;

import org.jspecify.annotations.NullMarked;
