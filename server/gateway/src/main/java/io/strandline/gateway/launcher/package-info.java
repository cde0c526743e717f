/** The command line: demo, serve, check, sql, hash-password, version, help. */
@NullMarked
package io.strandline.gateway.launcher;

import org.jspecify.annotations.NullMarked;
