package io.strandline.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LOG-12: keys go where Kafka's own producers put them. */
class KeyPartitionerTest {
    /** Hashes that Kafka's producer makes of these keys. */
    @ParameterizedTest
    @CsvSource({
        "21, -973932308",
        "foobar, -790332482",
        "a-little-bit-long-string, -985981536",
        "a-little-bit-longer-string, -1486304829",
        "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971",
        "abc, 479470107"
    })
    void aKeyHasKafkasHash(String key, int hash) {
        assertThat(KeyPartitioner.hash(Bytes.ofText(key))).isEqualTo(hash);
        for (int partitions : new int[] {1, 2, 8, 50}) {
            assertThat(KeyPartitioner.partition(Bytes.ofText(key), partitions))
                    .isEqualTo((hash & 0x7fffffff) % partitions)
                    .isBetween(0, partitions - 1);
        }
    }

    /** Bytes above 127 count as unsigned, also those behind the last four. */
    @Test
    void bytesAreUnsigned() {
        assertThat(KeyPartitioner.hash(Bytes.copyOf(new byte[] {-1}))).isNotEqualTo(0);
        assertThat(KeyPartitioner.partition(Bytes.EMPTY, 7)).isBetween(0, 6);
        assertThat(KeyPartitioner.hash(Bytes.copyOf(new byte[] {-1, -2, -3, -4, -5, -6, -7})))
                .isNotEqualTo(KeyPartitioner.hash(Bytes.copyOf(new byte[] {-1, -2, -3, -4, -5, -6, 7})));
    }
}
