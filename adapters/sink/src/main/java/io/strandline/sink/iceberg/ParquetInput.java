package io.strandline.sink.iceberg;

import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.SeekableInputStream;

/** A file of a table's store as Parquet's own reader wants it. */
record ParquetInput(InputFile file) implements org.apache.parquet.io.InputFile {
    @Override
    public long getLength() {
        return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
        org.apache.iceberg.io.SeekableInputStream stream = file.newStream();
        return new DelegatingSeekableInputStream(stream) {
            @Override
            public long getPos() throws IOException {
                return stream.getPos();
            }

            @Override
            public void seek(long position) throws IOException {
                stream.seek(position);
            }
        };
    }
}
