/**
 * What differs between the tables of a connection and its registrations, and the repairs that can be proved. Decisions are
 * made from values; what reads a catalog, the store or files stands in few named classes.
 */
@NullMarked
package io.strandline.reconcile;

import org.jspecify.annotations.NullMarked;
