package io.strandline.house.sample.alpha.disk;

import io.strandline.house.sample.alpha.sql.TableOfDisk;

/** Crosses "rooms form no cycle". */
public record DiskThatKnowsItsTable(TableOfDisk table) {}
