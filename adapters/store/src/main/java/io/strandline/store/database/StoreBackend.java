package io.strandline.store.database;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** How connections to one kind of database are made. */
interface StoreBackend extends AutoCloseable {
    /** Which. */
    Dialect dialect();

    /** The schema that holds the tables; empty where there is only one. */
    String schema();

    /** Single connections that may change the schema. */
    DataSource source();

    /** Settings of the pool that writes. */
    HikariConfig writers();

    /** Settings of the pool that reads. */
    HikariConfig readers();

    /** Begins a transaction on a connection of one of the pools. */
    void begin(Connection connection, boolean writes) throws SQLException;

    /** Lets each statement on a connection of one of the pools be a transaction by itself, until it is given back. */
    void alone(Connection connection) throws SQLException;

    /** Commits it. */
    void commit(Connection connection) throws SQLException;

    /** Rolls it back. */
    void rollBack(Connection connection) throws SQLException;

    /**
     * What of its settings, read back from a connection of the pool that writes, can make a change be lost that was answered.
     *
     * @return each with what to do; none if all is as it must be
     */
    List<String> doubts(Connection connection) throws SQLException;

    /** Lets go of what was held beside connections. */
    @Override
    void close();
}
