package io.strandline.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.sqlkit.Column;
import java.util.List;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.Test;

class NamesTest {
    private final CatalogModule module =
            new CatalogModule(new Catalogs(List.of()), ExternalLocations.none(), new StateCache(1 << 20));

    /** Every table and column can be written without quotes, and says what it is. */
    @Test
    void everyNameStandsWithoutQuotes() {
        assertThat(module.tables())
                .extracting(table -> table.name())
                .contains("catalogs", "tables", "columns", "refs", "history")
                .doesNotHaveDuplicates();
        module.tables().forEach(table -> {
            assertThat(table.remarks()).endsWith(".");
            for (Column<?> column : table.columns()) {
                String sql = "SELECT " + column.name() + ", t." + column.name() + " AS " + column.name() + " FROM "
                        + table.name() + " AS t";
                assertThatCode(() -> SqlParser.create(sql).parseQuery()).as(sql).doesNotThrowAnyException();
                assertThat(column.remarks()).as(column.name()).endsWith(".");
            }
        });
    }
}
