package io.strandline.house.sample.alpha;

import java.sql.Connection;

/** Crosses "a domain knows no backend's library". */
public interface DomainWithConnection {
    Connection connection();
}
