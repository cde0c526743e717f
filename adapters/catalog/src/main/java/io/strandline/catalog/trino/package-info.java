/** Catalogs of a Trino server, asked by its JDBC driver: of a table is known what Trino tells. */
@NullMarked
package io.strandline.catalog.trino;

import org.jspecify.annotations.NullMarked;
