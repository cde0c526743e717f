/** Iceberg's catalogs behind the table catalog port: JDBC, Hadoop, in memory, and whatever else Iceberg can open. */
@NullMarked
package io.strandline.catalog.iceberg;

import org.jspecify.annotations.NullMarked;
