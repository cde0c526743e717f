package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.row;
import static io.strandline.sink.contract.SinkLab.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.Capability;
import io.strandline.sink.DriverSink;
import io.strandline.sink.PageAnswer;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.Run;
import io.strandline.sink.WriteMode;
import io.strandline.sink.WriteReport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Columns and bytes instead of rows (SNK-3, SNK-22). */
final class FormatChecks {
    private FormatChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of("columns are written as rows are", Capability.COLUMNAR, FormatChecks::columns),
                Check.of("columns land with their token", Capability.COLUMNAR, FormatChecks::columnsWithToken),
                Check.of("a format not listed is not read", FormatChecks::formatNotListed));
    }

    private static void columns(SinkLab lab) {
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = Batches.of(allocator, 3);
                DriverSink sink = lab.sink(WriteMode.APPEND)) {
            PageAnswer answer = sink.write(batch, 0, RowPolicy.WHOLE_PAGE, 0, null);
            assertThat(answer.counts()).isEqualTo(WriteReport.accepted(3));
            sink.driver().flush(sink.context());
            sink.driver().completeRun(sink.context());
        }
        assertThat(lab.rows().get()).isEqualTo(SinkLab.shown(1, 3, "n"));
    }

    private static void columnsWithToken(SinkLab lab) {
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = Batches.of(allocator, 2);
                Run run = lab.begin(WriteMode.APPEND, "scope")) {
            run.write(batch, stamp(3).token());
            assertThat(run.commit().token()).isEqualTo(stamp(3).token());
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(row(1, "n1", "1.50"), row(2, "n2", "2.50")));
        assertThat(lab.token("scope")).isEqualTo(stamp(3).token());
    }

    private static void formatNotListed(SinkLab lab) {
        InputStream bytes = new ByteArrayInputStream(new byte[] {1});
        try (DriverSink sink = lab.sink(WriteMode.APPEND)) {
            assertRefused(ErrorCode.NOT_SUPPORTED, () -> sink.load("no format", bytes, 0, null));
        }
        assertThat(bytes).isNotEmpty();
    }
}
