package io.strandline.house.sample.alpha.sql;

import io.strandline.house.sample.alpha.disk.Disk;

/** Crosses "what SQL sees knows no backend of its own". */
public record TableOfDisk(Disk disk) {}
