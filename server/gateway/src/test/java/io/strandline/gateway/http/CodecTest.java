package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an answer may hold can be written in every codec: a statement that ran must not fail on its way out. */
class CodecTest {
    private static Codec codec(Wire.Format format) {
        return switch (format) {
            case JSON -> JacksonCodec.json();
            case SMILE -> JacksonCodec.smile();
            case PROTOBUF -> new ProtobufCodec();
        };
    }

    private static List<Object> roundTrip(Wire.Format format, Object... row) throws IOException {
        Meta.Frame frame = new Meta.Frame(0, true, List.of((Object) row));
        byte[] written = codec(format).encode(new Service.FetchResponse(frame, false, false, null));
        List<Object> read = new ArrayList<>();
        ((Service.FetchResponse) format.read(written)).frame.rows.forEach(each -> read.addAll((List<?>) each));
        return read;
    }

    @ParameterizedTest
    @EnumSource
    void carriesEveryKindOfValue(Wire.Format format) throws IOException {
        List<Object> nulls = Arrays.asList("a", null);
        List<Object> nested = Arrays.asList(List.of("x"), List.of(), null);
        assertThat(roundTrip(format, null, true, "表é😀", nulls, nested))
                .containsExactly(null, true, "表é😀", nulls, nested);
        BigDecimal wide = new BigDecimal("12345678901234567890123456789.0123456789");
        List<Object> numbers = roundTrip(format, Long.MAX_VALUE, 1.5, wide);
        assertThat(numbers.get(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(((Number) numbers.get(1)).doubleValue()).isEqualTo(1.5);
        assertThat(numbers.get(2)).isEqualTo(wide);
        assertThat(roundTrip(format, Double.NaN, Float.NEGATIVE_INFINITY, new byte[] {1, 2}))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void writesHalfASurrogatePair(Wire.Format format) throws IOException {
        assertThat(roundTrip(format, "half \uD83D")).singleElement().asString().startsWith("half ");
    }

    /** What is written value by value is what Avatica's model writes. */
    @ParameterizedTest
    @EnumSource(names = {"JSON", "SMILE"})
    void writesWhatTheModelDoes(Wire.Format format) throws IOException {
        Object[] row = {
            null,
            true,
            (byte) 1,
            (short) 2,
            3,
            4L,
            5.5f,
            6.5,
            Double.NaN,
            new BigDecimal("7.70"),
            "表é😀",
            new byte[] {8},
            Arrays.asList("a", null, List.of(9L)),
            new Object[] {10, null}
        };
        Meta.Frame frame = new Meta.Frame(11, false, List.of(row, row, "bare"));
        byte[] written = codec(format).encode(new Service.FetchResponse(frame, false, false, null));
        ObjectMapper model = format == Wire.Format.JSON ? JsonService.MAPPER : new ObjectMapper(new SmileFactory());
        assertThat(written).isEqualTo(model.writeValueAsBytes(new Service.FetchResponse(frame, false, false, null)));
    }
}
