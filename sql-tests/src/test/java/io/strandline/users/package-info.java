/** Whole-system tests of logins, roles and secrets. */
@NullMarked
package io.strandline.users;

import org.jspecify.annotations.NullMarked;
