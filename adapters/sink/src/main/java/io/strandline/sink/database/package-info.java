/**
 * Sinks that are tables of databases: PostgreSQL and SQLite. A page is one transaction, in which the rows before and after it
 * are noted in a journal beside the table, so that a run can be undone row by row.
 */
@NullMarked
package io.strandline.sink.database;

import org.jspecify.annotations.NullMarked;
