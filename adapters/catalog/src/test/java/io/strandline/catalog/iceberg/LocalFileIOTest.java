package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileIOTest {
    @TempDir
    Path directory;

    private final LocalFileIO io = new LocalFileIO();

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private void write(String location, String text) throws IOException {
        try (PositionOutputStream out = io.newOutputFile(location).create()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** LOC-1: three spellings are one place, and each comes back as it was given. */
    @Test
    void readsEverySpellingOfAPlace() throws IOException {
        write(at("f"), "text");
        for (String location : List.of(at("f"), "file:" + at("f"), "file://" + at("f"))) {
            assertThat(io.newInputFile(location).location()).isEqualTo(location);
            assertThat(io.newInputFile(location).exists()).isTrue();
            assertThat(io.newInputFile(location).getLength()).isEqualTo(4);
        }
    }

    /** LOC-4: nothing is decoded. */
    @Test
    void decodesNothing() throws IOException {
        write("file:" + at("p=a%2Fb"), "encoded");
        assertThat(directory.resolve("p=a%2Fb")).exists();
        assertThat(io.newInputFile("file:" + at("p=a/b")).exists()).isFalse();
    }

    @Test
    void refusesOtherPlaces() {
        for (String location : List.of("s3://b/k", "file://host/x", "relative/x", "")) {
            assertThatThrownBy(() -> io.newInputFile(location)).isInstanceOf(ValidationException.class);
        }
    }

    @Test
    void saysThatAFileIsNotThere() {
        assertThatThrownBy(() -> io.newInputFile(at("none")).newStream())
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining(at("none"));
        assertThatThrownBy(() -> io.newInputFile(at("none")).getLength()).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> io.deleteFile(at("none"))).isInstanceOf(NotFoundException.class);
    }

    /** A file is seen whole or not at all. */
    @Test
    void showsAFileWhenItIsClosed() throws IOException {
        try (PositionOutputStream out = io.newOutputFile(at("deep/er/f")).create()) {
            out.write(new byte[100_000]);
            out.flush();
            assertThat(io.newInputFile(at("deep/er/f")).exists()).isFalse();
            assertThat(out.getPos()).isEqualTo(100_000);
        }
        assertThat(io.newInputFile(at("deep/er/f")).getLength()).isEqualTo(100_000);
        try (Stream<Path> files = Files.list(directory.resolve("deep/er"))) {
            assertThat(files).hasSize(1);
        }
    }

    /** Of two that create one file the second fails, also if both began before either ended, and nothing is replaced. */
    @Test
    void createsAFileOnce() throws IOException {
        PositionOutputStream first = io.newOutputFile(at("f")).create();
        PositionOutputStream second = io.newOutputFile(at("f")).create();
        first.write("first".getBytes(StandardCharsets.UTF_8));
        second.write("second".getBytes(StandardCharsets.UTF_8));
        first.close();
        assertThatThrownBy(second::close).isInstanceOf(AlreadyExistsException.class);
        assertThat(directory.resolve("f")).hasContent("first");
        assertThatThrownBy(() -> io.newOutputFile(at("f")).create()).isInstanceOf(AlreadyExistsException.class);
        try (PositionOutputStream out = io.newOutputFile(at("f")).createOrOverwrite()) {
            out.write("third".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(directory.resolve("f")).hasContent("third");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    /** Reads, seeks and skips in any order see the bytes of the file. */
    @Test
    void readsWhatWasWrittenFromAnywhere() throws IOException {
        Random random = new Random(7);
        byte[] bytes = new byte[50_000];
        random.nextBytes(bytes);
        try (PositionOutputStream out = io.newOutputFile(at("f")).create()) {
            int written = 0;
            while (written < bytes.length) {
                int part = Math.min(bytes.length - written, random.nextInt(20_000));
                out.write(bytes, written, part);
                written += part;
                if (written < bytes.length) {
                    out.write(bytes[written++]);
                }
            }
        }
        try (SeekableInputStream in = io.newInputFile(at("f")).newStream()) {
            int at = 0;
            for (int i = 0; i < 5_000; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        at = random.nextInt(bytes.length + 1);
                        in.seek(at);
                    }
                    case 1 -> {
                        int read = in.read();
                        assertThat(read).isEqualTo(at == bytes.length ? -1 : bytes[at] & 0xff);
                        at += read < 0 ? 0 : 1;
                    }
                    case 2 -> {
                        byte[] part = new byte[random.nextInt(12_000)];
                        int read = in.read(part);
                        if (read > 0) {
                            assertThat(Arrays.copyOf(part, read)).isEqualTo(Arrays.copyOfRange(bytes, at, at + read));
                            at += read;
                        } else {
                            assertThat(part.length == 0 || at == bytes.length).isTrue();
                        }
                    }
                    default -> at += (int) in.skip(random.nextInt(10_000));
                }
                assertThat(in.getPos()).isEqualTo(at);
            }
            byte[] range = new byte[1_000];
            ((RangeReadable) in).readFully(20_000, range);
            assertThat(range).isEqualTo(Arrays.copyOfRange(bytes, 20_000, 21_000));
            assertThat(((RangeReadable) in).readTail(range)).isEqualTo(1_000);
            assertThat(range).isEqualTo(Arrays.copyOfRange(bytes, 49_000, 50_000));
            assertThatThrownBy(() -> ((RangeReadable) in).readFully(49_500, range))
                    .isInstanceOf(EOFException.class);
        }
    }
}
