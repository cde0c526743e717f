/**
 * How an adapter says what SQL sees: virtual tables over domain records and procedures over domain calls, as descriptors.
 * Binding, metadata, help and reference pages are all made from these; nothing here knows how a query is run.
 */
@NullMarked
package io.strandline.sqlkit;

import org.jspecify.annotations.NullMarked;
