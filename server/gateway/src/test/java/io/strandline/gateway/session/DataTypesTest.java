package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataTypesTest {
    @ParameterizedTest
    @CsvSource({
        "'DECIMAL(20, 0)', DECIMAL, 20, 0",
        "'DECIMAL(10, 2) NOT NULL', DECIMAL, 10, 2",
        "VARCHAR, VARCHAR, 2147483647,",
        "VARCHAR(20), VARCHAR, 20,",
        "INTEGER NOT NULL, INTEGER, 10, 0",
        "TIMESTAMP(3), TIMESTAMP, 23, 3",
        "TIMESTAMP(3) WITH LOCAL TIME ZONE, TIMESTAMP WITH LOCAL TIME ZONE, 29, 3",
        "TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP WITH LOCAL TIME ZONE, 29, 3",
        "VARCHAR ARRAY, ARRAY, 0,",
        "'ROW(a INTEGER, b VARCHAR)', ROW, 0,",
        "geometry, GEOMETRY, 0,",
    })
    void describesTypesWithoutTheirNullability(String sql, String name, int size, Integer scale) {
        DataTypes.Described described = DataTypes.describe(sql);
        assertThat(described.name()).isEqualTo(name);
        assertThat(described.size()).isEqualTo(size);
        assertThat(described.scale()).isEqualTo(scale);
    }

    @Test
    void givesJdbcTypes() {
        assertThat(DataTypes.describe("TIMESTAMP(3) WITH LOCAL TIME ZONE").jdbcType())
                .isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
        assertThat(DataTypes.describe(null).jdbcType()).isEqualTo(Types.OTHER);
    }
}
