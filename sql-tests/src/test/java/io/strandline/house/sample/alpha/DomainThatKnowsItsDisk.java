package io.strandline.house.sample.alpha;

import io.strandline.house.sample.alpha.disk.Disk;

/** Crosses "a domain knows no room". */
public interface DomainThatKnowsItsDisk {
    Disk disk();
}
