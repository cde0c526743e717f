package io.strandline.house.sample.beta.sql;

import io.strandline.house.sample.alpha.sql.TableOfDisk;

/** Crosses "an adapter takes the ports of another". */
public record TableOfAnother(TableOfDisk table) {}
