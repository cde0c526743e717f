package io.strandline.catalog.iceberg;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/**
 * The metadata of a table, and how its files are read.
 *
 * @param owner what must live as long as the files are read: a REST catalog's client closes the {@code io} of a table that
 *     nobody holds any more
 */
record LoadedMetadata(TableMetadata metadata, FileIO io, Object owner) {}
