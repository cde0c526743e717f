package io.strandline.gateway.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/** Streams of columns that clients send: sound ones, cut ones, and ones in which bits were turned. */
class ArrowBatchesTest {
    private static final int MOST_BYTES = 1 << 20;
    private static final long SEED = 20_261_201;

    private static byte[] stream(int batches, String... texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RootAllocator memory = new RootAllocator();
                VarCharVector text = new VarCharVector("text", memory);
                ListVector list = ListVector.empty("list", memory)) {
            IntVector elements = (IntVector) list.addOrGetVector(FieldType.nullable(MinorType.INT.getType()))
                    .getVector();
            VectorSchemaRoot root = VectorSchemaRoot.of(text, list);
            ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes);
            for (int batch = 0; batch < batches; batch++) {
                root.allocateNew();
                for (int row = 0; row < texts.length; row++) {
                    text.setSafe(row, texts[row].getBytes(StandardCharsets.UTF_8));
                    int begin = list.startNewValue(row);
                    for (int i = 0; i < row; i++) {
                        elements.setSafe(begin + i, i);
                    }
                    list.endValue(row, row);
                }
                root.setRowCount(texts.length);
                writer.writeBatch();
            }
            writer.end();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static ArrowBatches open(byte[] bytes) {
        return ArrowBatches.of(new ByteArrayInputStream(bytes), MOST_BYTES, true);
    }

    /** A column of nothing but empty text has no bytes at all, which is sound. */
    @Test
    void readsEmptyTextAndEmptyBatches() {
        for (List<String> texts : List.of(List.of("", ""), List.<String>of())) {
            try (ArrowBatches batches = open(stream(2, texts.toArray(String[]::new)))) {
                for (int batch = 0; batch < 2; batch++) {
                    assertThat(batches.next()).isTrue();
                    assertThat(batches.root().getRowCount()).isEqualTo(texts.size());
                    for (int row = 0; row < texts.size(); row++) {
                        assertThat(batches.root().getVector("text").getObject(row))
                                .hasToString("");
                    }
                }
                assertThat(batches.next()).isFalse();
            }
        }
    }

    /** What is asked of it does not depend on how far it was read. */
    @Test
    void theDigestIsThatOfAllBytes() {
        byte[] bytes = stream(3, "a", "b");
        byte[] other = stream(3, "a", "c");
        try (ArrowBatches read = open(bytes);
                ArrowBatches half = open(bytes);
                ArrowBatches more = open(Arrays.copyOf(bytes, bytes.length + 1));
                ArrowBatches another = open(other);
                ArrowBatches unasked = ArrowBatches.of(new ByteArrayInputStream(bytes), MOST_BYTES, false)) {
            while (read.next()) {
                assertThat(read.root().getRowCount()).isEqualTo(2);
            }
            assertThat(half.next()).isTrue();
            assertThat(half.digest()).isPresent().isEqualTo(read.digest()).isEqualTo(half.digest());
            assertThat(more.digest()).isPresent().isNotEqualTo(read.digest());
            assertThat(another.digest()).isPresent().isNotEqualTo(read.digest());
            assertThat(unasked.digest()).isEmpty();
        }
    }

    /** Turned bits are refused with an error that says so, or leave a batch whose columns have its rows; and no memory is lost. */
    @Test
    void turnedBitsAreRefusedOrLeaveSoundBatches() {
        byte[] sound = stream(2, "one", "two", "three");
        Random random = new Random(SEED);
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = sound.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            try (ArrowBatches batches = open(bytes)) {
                while (batches.next()) {
                    int rows = batches.root().getRowCount();
                    assertThat(batches.root().getFieldVectors())
                            .as("round %d", round)
                            .allSatisfy(
                                    vector -> assertThat(vector.getValueCount()).isEqualTo(rows));
                }
            } catch (StrandlineException e) {
                refused++;
                assertThat(e.code()).as("round %d", round).isIn(ErrorCode.BAD_MESSAGE, ErrorCode.LIMIT_EXCEEDED);
            }
        }
        assertThat(refused).isBetween(100, 2_999);
        assertThat(ArrowMemory.allocator().getAllocatedMemory()).isZero();
    }

    @Test
    void whatFollowsTheEndIsRefused() {
        byte[] bytes = stream(1, "a");
        try (ArrowBatches batches = open(Arrays.copyOf(bytes, bytes.length + 8))) {
            assertThat(batches.next()).isTrue();
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(batches::next)
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_MESSAGE));
        }
    }
}
