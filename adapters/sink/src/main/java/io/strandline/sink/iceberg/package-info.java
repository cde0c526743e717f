/** Writes Iceberg tables of a configured catalog: Parquet files, and commits that can be told apart and undone. */
@NullMarked
package io.strandline.sink.iceberg;

import org.jspecify.annotations.NullMarked;
