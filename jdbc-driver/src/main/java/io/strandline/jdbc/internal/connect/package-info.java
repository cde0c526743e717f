/** Where to connect and how: the URL and its properties, read and checked. */
@NullMarked
package io.strandline.jdbc.internal.connect;

import org.jspecify.annotations.NullMarked;
