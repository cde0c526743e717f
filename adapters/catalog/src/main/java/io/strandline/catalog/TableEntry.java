package io.strandline.catalog;

import io.strandline.common.TableRef;

/** A name in a listing, and what kind of thing bears it. */
public record TableEntry(TableRef ref, TableType type) {}
