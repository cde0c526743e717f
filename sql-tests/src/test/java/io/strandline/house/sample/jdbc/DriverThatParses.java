package io.strandline.house.sample.jdbc;

import io.strandline.house.sample.parser.ParserThatKnowsTheKernel;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.sql.SqlNode;

/** Crosses "the driver knows no module" and "the driver knows no Calcite". */
public record DriverThatParses(AvaticaConnection connection, ParserThatKnowsTheKernel parser, SqlNode tree) {}
