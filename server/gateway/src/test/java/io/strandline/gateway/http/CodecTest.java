package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.Meta;
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
}
