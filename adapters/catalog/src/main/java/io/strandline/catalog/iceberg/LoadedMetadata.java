package io.strandline.catalog.iceberg;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** The metadata of a table, and how its files are read. */
record LoadedMetadata(TableMetadata metadata, FileIO io) {}
