package io.strandline.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sources are laid out as agreed; files made for the purpose show that each check can fail. */
class SourcesTest {
    private static final int MOST_LINES = 320;

    @TempDir
    Path folder;

    static Stream<Path> modules() {
        return Repository.here().modules().stream();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyPackageOfMainCodeIsNullMarkedAndSaysWhatItIs(Path module) {
        assertThat(Sources.packagesWithoutInfo(module.resolve("src/main/java"))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void noFileIsLong(Path module) {
        assertThat(Sources.filesLongerThan(MOST_LINES, module.resolve("src"))).isEmpty();
    }

    /** LOC-1 to LOC-5: one class compares strings that name places. */
    @ParameterizedTest
    @MethodSource("modules")
    void placesAreComparedInOneClass(Path module) {
        Path sources = module.resolve("src/main/java");
        assertThat(Sources.placesComparedAsText(sources))
                .filteredOn(found -> !found.startsWith("io/strandline/common/"))
                .isEmpty();
    }

    @Test
    void aPlaceComparedAsTextIsSeen() throws IOException {
        write(
                "Wrong.java",
                "if (table.location().startsWith(bucket)) {}\nif (oldLocation.text()\n  .equals(other)) {}\n");
        write("Right.java", "if (locationRules.contains(location, other) || rules.same(location, other)) {}\n");
        assertThat(Sources.placesComparedAsText(folder))
                .containsExactly("Wrong.java: location().startsWith(", "Wrong.java: oldLocation.text()\n  .equals(");
    }

    @Test
    void aPackageWithoutInfoIsSeen() throws IOException {
        write("bare/Thing.java", "package bare;\n");
        write("unmarked/package-info.java", "/** Says what it is. */\npackage unmarked;\n");
        write("mute/package-info.java", "@NullMarked\npackage mute;\n");
        write("good/package-info.java", "/** Says what it is. */\n@NullMarked\npackage good;\n");
        assertThat(Sources.packagesWithoutInfo(folder)).containsExactly("bare", "mute", "unmarked");
    }

    @Test
    void aLongFileIsSeen() throws IOException {
        write("Long.java", "//\n".repeat(MOST_LINES + 1));
        write("Fits.java", "//\n".repeat(MOST_LINES));
        assertThat(Sources.filesLongerThan(MOST_LINES, folder)).containsExactly("Long.java has 321 lines");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
