package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.WriteMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The disk is full at each file that a run writes, one after the other: the table is as it was, and can be written again. */
class IcebergFullDiskTest {
    @TempDir
    Path directory;

    @AfterEach
    void makeRoom() {
        FullDisk.LEFT.set(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void aFullDiskLeavesTheTableAsItWas(WriteMode mode) {
        try (TestLake lake = TestLake.in(directory, FullDisk.class.getName())) {
            lake.create("orders");
            lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
            int failures = 0;
            for (boolean written = false; !written; failures++) {
                FullDisk.LEFT.set(failures);
                try {
                    lake.run("orders", mode, page(2, "B", 3, "c"));
                    written = true;
                } catch (StrandlineException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.BACKEND);
                    assertThat(e).hasStackTraceContaining("No space left");
                    assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]");
                }
            }
            // data or deletes, a manifest, its list and the metadata at least
            assertThat(failures).isGreaterThan(4);
            assertThat(lake.rows("orders"))
                    .isEqualTo(
                            switch (mode) {
                                case APPEND -> List.of("[1, a]", "[2, B]", "[2, b]", "[3, c]");
                                case UPSERT -> List.of("[1, a]", "[2, B]", "[3, c]");
                                case DELETE -> List.of("[1, a]");
                                case OVERWRITE -> List.of("[2, B]", "[3, c]");
                            });
        }
    }
}
