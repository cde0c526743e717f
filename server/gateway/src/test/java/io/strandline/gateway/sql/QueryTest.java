package io.strandline.gateway.sql;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.engine.Engines;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryTest {
    private final Planets planets = new Planets();
    private final Sql sql = new Sql(Engines.create(List.of(planets), new NoJournal(), EngineLimits.DEFAULT));

    @Test
    void selectsOne() {
        assertThat(sql.value("SELECT 1")).isEqualTo(1);
        assertThat(sql.value("SELECT 1")).isEqualTo(1);
    }

    @Test
    void findsTablesWithAndWithoutTheirCatalog() {
        assertThat(sql.value("SELECT count(*) FROM space.planets")).isEqualTo(4L);
        assertThat(sql.value("SELECT count(*) FROM strandline.space.planets")).isEqualTo(4L);
        assertThat(sql.value("select COUNT(*) from Space.PLANETS")).isEqualTo(4L);
    }

    @Test
    void pushesAConditionWithAParameterAndChecksItItself() {
        String query = "SELECT name FROM space.planets WHERE id = ?";
        assertThat(sql.rows(query, bigint(3))).containsExactly(List.of("earth"));
        assertThat(planets.asked.get(0).equalTo("id")).contains(3L);
        assertThat(sql.rows(query, bigint(1))).containsExactly(List.of("mercury"));
        assertThat(sql.rows("SELECT id FROM space.planets WHERE name = ?", text("mars 表é😀")))
                .containsExactly(List.of(4L));
    }

    @Test
    void asksOnlyForColumnsThatAreLookedAt() {
        sql.rows("SELECT moons + 1 FROM space.planets WHERE name = 'venus'");
        assertThat(planets.asked.get(0).columns()).containsExactlyInAnyOrder("moons", "name");
    }
}
