package io.strandline.gateway.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.StrandlineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.joou.UByte;
import org.joou.UInteger;
import org.joou.ULong;
import org.joou.UShort;
import org.junit.jupiter.api.Test;

/** What no literal of the dialect makes: rows, unsigned numbers, values that do not fit; and how a stream ends. */
class ArrowStreamTest {
    private final RelDataTypeFactory types = new JavaTypeFactoryImpl();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private RelDataType nullable(RelDataType type) {
        return types.createTypeWithNullability(type, true);
    }

    private RelDataType simple(SqlTypeName name) {
        return nullable(types.createSqlType(name));
    }

    private void write(RelDataType type, Object... values) throws IOException {
        RelDataType row = types.builder().add("v", type).build();
        try (ArrowStream stream = ArrowStream.begin(row, ZoneOffset.UTC, out)) {
            List<Object[]> rows = new ArrayList<>();
            for (Object value : values) {
                rows.add(new Object[] {value});
            }
            stream.write(rows);
            stream.end();
        }
    }

    private List<String> read(byte[] bytes) throws IOException {
        List<String> values = new ArrayList<>();
        try (RootAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(bytes), memory)) {
            while (reader.loadNextBatch()) {
                for (int i = 0; i < reader.getVectorSchemaRoot().getRowCount(); i++) {
                    FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
                    Object value = vector instanceof UInt8Vector unsigned
                            ? unsigned.getObjectNoOverflow(i)
                            : vector.getObject(i);
                    values.add(String.valueOf(value));
                }
            }
        }
        return values;
    }

    private List<String> readBack(RelDataType type, Object... values) throws IOException {
        out.reset();
        write(type, values);
        return read(out.toByteArray());
    }

    /** Calcite gives a row as an array or as a list. */
    @Test
    void rowsOfRowsWithNulls() throws IOException {
        RelDataType inner = nullable(types.builder()
                .add("x", simple(SqlTypeName.BIGINT))
                .add("tags", nullable(types.createArrayType(simple(SqlTypeName.VARCHAR), -1)))
                .build());
        RelDataType outer = nullable(types.builder()
                .add("name", simple(SqlTypeName.VARCHAR))
                .add("inner", inner)
                .build());
        Object full = new Object[] {"a", Arrays.asList(1L, Arrays.asList("t", null))};
        Object half = Arrays.asList("b", null);
        Object last = new Object[] {null, new Object[] {3L, List.of()}};
        assertThat(readBack(outer, full, null, half, last))
                .containsExactly(
                        "{\"name\":\"a\",\"inner\":{\"x\":1,\"tags\":[\"t\",null]}}",
                        "null",
                        "{\"name\":\"b\"}",
                        "{\"inner\":{\"x\":3,\"tags\":[]}}");
        assertThat(readBack(nullable(types.createMultisetType(inner, -1)), List.of(Arrays.asList(1L, List.of()))))
                .containsExactly("[{\"x\":1,\"tags\":[]}]");
    }

    @Test
    void unsignedNumbers() throws IOException {
        assertThat(readBack(simple(SqlTypeName.UTINYINT), UByte.valueOf(255))).containsExactly("-1");
        assertThat(readBack(simple(SqlTypeName.USMALLINT), UShort.valueOf(65_535)))
                .containsExactly("\uffff");
        assertThat(readBack(simple(SqlTypeName.UINTEGER), UInteger.valueOf(4_294_967_295L)))
                .containsExactly("-1");
        assertThat(readBack(simple(SqlTypeName.UBIGINT), ULong.valueOf("18446744073709551615")))
                .containsExactly("18446744073709551615");
    }

    /** A number is never another one. */
    @Test
    void aDecimalThatDoesNotFitIsAnError() throws IOException {
        RelDataType type = nullable(types.createSqlType(SqlTypeName.DECIMAL, 5, 2));
        assertThat(readBack(type, new BigDecimal("123.4"), 7)).containsExactly("123.40", "7.00");
        for (String no : List.of("1234.5", "0.005")) {
            assertThatThrownBy(() -> write(type, new BigDecimal(no)))
                    .isInstanceOf(StrandlineException.class)
                    .hasMessageContaining("DECIMAL(5, 2)");
        }
    }

    /** A reader tells a stream that was broken off from one that ended. */
    @Test
    void aStreamThatWasNotEndedHasNoEnd() throws IOException {
        write(simple(SqlTypeName.INTEGER), 1, 2);
        byte[] whole = out.toByteArray();
        byte[] endMark = Arrays.copyOfRange(whole, whole.length - 8, whole.length);
        assertThat(endMark).containsExactly(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);
        assertThat(read(whole)).containsExactly("1", "2");
        byte[] torn = Arrays.copyOf(whole, whole.length - 12);
        assertThatThrownBy(() -> read(torn)).isInstanceOf(IOException.class);
    }
}
