package io.strandline.gateway.sql;

/** Kinds of statements, as {@code runtime.statements} names them. */
public enum StatementKind {
    SELECT,
    CALL,
    SET,
    INSERT,
    UPDATE,
    DELETE,
    DDL,
    EXPLAIN
}
