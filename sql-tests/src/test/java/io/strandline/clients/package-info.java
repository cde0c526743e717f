/** Programs that people use with a JDBC driver, run against a started gateway. */
@NullMarked
package io.strandline.clients;

import org.jspecify.annotations.NullMarked;
