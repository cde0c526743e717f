package io.strandline.house.sample.alpha.disk;

import io.strandline.house.sample.alpha.DomainWithConnection;

/** A backend of a port, as it should be. */
public interface Disk extends DomainWithConnection {}
