package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.WriteMode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The disk is full at each file that a run writes, and within it: the table is as it was, and can be written again. */
class IcebergFullDiskTest {
    @TempDir
    Path directory;

    @AfterEach
    void makeRoom() {
        FullDisk.LEFT.set(Integer.MAX_VALUE);
        FullDisk.BYTES.set(Long.MAX_VALUE);
    }

    /** From each file on. */
    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void aFullDiskLeavesTheTableAsItWas(WriteMode mode) {
        // data or deletes, a manifest, its list and the metadata at least
        assertThat(failures(mode, FullDisk.LEFT::set)).isGreaterThan(3);
    }

    /** With half as much room again at each try, so that files are cut in their midst. */
    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void aDiskThatFillsUpLeavesTheTableAsItWas(WriteMode mode) {
        assertThat(failures(mode, tries -> FullDisk.BYTES.set((long) (100 * Math.pow(1.5, tries)))))
                .isGreaterThan(8);
    }

    /** Tries again and again, each time with more room, until a run goes through. */
    private int failures(WriteMode mode, IntConsumer room) {
        try (TestLake lake = TestLake.in(directory, FullDisk.class.getName())) {
            lake.create("orders");
            lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
            int failures = 0;
            while (true) {
                room.accept(failures);
                try {
                    lake.run("orders", mode, page(2, "B", 3, "c"));
                    break;
                } catch (StrandlineException e) {
                    failures++;
                    assertThat(e.code()).isEqualTo(ErrorCode.BACKEND);
                    assertThat(e).hasStackTraceContaining("No space left");
                    assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]");
                }
            }
            makeRoom();
            assertThat(lake.rows("orders"))
                    .isEqualTo(
                            switch (mode) {
                                case APPEND -> List.of("[1, a]", "[2, B]", "[2, b]", "[3, c]");
                                case UPSERT -> List.of("[1, a]", "[2, B]", "[3, c]");
                                case DELETE -> List.of("[1, a]");
                                case OVERWRITE -> List.of("[2, B]", "[3, c]");
                            });
            return failures;
        }
    }
}
