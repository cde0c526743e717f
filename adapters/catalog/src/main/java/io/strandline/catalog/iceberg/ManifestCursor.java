package io.strandline.catalog.iceberg;

import io.strandline.catalog.FileState;
import io.strandline.catalog.FilesWanted;
import io.strandline.catalog.FilesWanted.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/** The live files of one manifest, a batch at a time, opened by the first. */
final class ManifestCursor extends FileCursor<FileState> {
    private static final int BATCH = 500;
    private static final List<String> NUMBERS = List.of("content", "record_count", "file_size_in_bytes");
    private static final Map<Part, List<String>> COLUMNS = Map.of(
            Part.LOCATION,
            List.of("file_path"),
            Part.PARTITION,
            List.of("partition"),
            Part.STATISTICS,
            List.of(
                    "column_sizes",
                    "value_counts",
                    "null_value_counts",
                    "nan_value_counts",
                    "lower_bounds",
                    "upper_bounds"),
            Part.DETAILS,
            List.of(
                    "file_format",
                    "split_offsets",
                    "equality_ids",
                    "sort_order_id",
                    "first_row_id",
                    "referenced_data_file"));

    private final IcebergFiles owner;
    private final IcebergFiles.Opened opened;
    private final ManifestFile manifest;
    private final FilesWanted wanted;
    private final ManifestFilter filter;
    private final FileTexts texts;
    private @Nullable CloseableIterator<? extends ContentFile<?>> files;
    private @Nullable ManifestReader<?> reader;

    ManifestCursor(
            IcebergFiles owner,
            IcebergFiles.Opened opened,
            ManifestFile manifest,
            FilesWanted wanted,
            ManifestFilter filter) {
        this.filter = filter;
        this.owner = owner;
        this.opened = opened;
        this.manifest = manifest;
        this.wanted = wanted;
        this.texts = new FileTexts(opened.loaded().metadata());
    }

    @Override
    Batch<FileState> batch() {
        return owner.reading(opened, manifest.path(), this::files);
    }

    private Batch<FileState> files() {
        Iterator<? extends ContentFile<?>> left = files == null ? open() : files;
        List<FileState> batch = new ArrayList<>();
        for (int looked = 0; looked < BATCH && left.hasNext(); looked++) {
            ContentFile<?> file = left.next();
            if (isWanted(file)) {
                batch.add(new IcebergFile(opened.snapshot().snapshotId(), file, texts));
            }
        }
        return new Batch<>(batch, !left.hasNext());
    }

    private boolean isWanted(ContentFile<?> file) {
        return wanted.among()
                .locations()
                .map(locations -> locations.contains(file.location()))
                .orElse(true);
    }

    private Iterator<? extends ContentFile<?>> open() {
        FileIO io = opened.loaded().io();
        Map<Integer, PartitionSpec> specs = opened.loaded().metadata().specsById();
        return manifest.content() == ManifestContent.DATA
                ? open(ManifestFiles.read(manifest, io, specs))
                : open(ManifestFiles.readDeleteManifest(manifest, io, specs));
    }

    private <F extends ContentFile<F>> Iterator<F> open(ManifestReader<F> manifestReader) {
        reader = manifestReader;
        PartitionSpec spec = opened.loaded().metadata().spec(manifest.partitionSpecId());
        Set<Part> parts = wanted.parts();
        List<String> columns = new ArrayList<>(NUMBERS);
        COLUMNS.forEach((part, names) -> {
            if (parts.contains(part)
                    || (part == Part.LOCATION && wanted.among().locations().isPresent())
                    || (part == Part.PARTITION && wanted.among().partitions().isPresent())) {
                columns.addAll(names);
            }
        });
        CloseableIterator<F> opening = manifestReader
                .select(columns)
                .filterPartitions(filter.expression(spec))
                .iterator();
        files = opening;
        return opening;
    }

    @Override
    void close() {
        try {
            if (files != null) {
                files.close();
            }
            if (reader != null) {
                reader.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
