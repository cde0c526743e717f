package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table is registered over a directory that holds its source alone (REC-16). */
class OwnDirectoryTest {
    @TempDir
    Path directory;

    private RegistryLab lab;

    @BeforeEach
    void open() {
        lab = new RegistryLab(Dialect.SQLITE, directory);
        lab.source("f1");
        lab.table("orders", lab.at("f1"));
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private Registration register() {
        return lab.register("scratch", "orders", SourceKind.FILE, "f1", false);
    }

    /** What the table wrote, and names that begin with {@code _} or {@code .}, do not count. */
    @Test
    void whatTheTableWroteAndWhatIsAsideDoNotCount() {
        lab.file("f1/_SUCCESS");
        lab.file("f1/.crc/x");
        lab.file("f1_pinned/other.csv");
        assertThat(register().id()).isNotEmpty();
    }

    @Test
    void anotherObjectIsNamedAndRefused() {
        lab.file("f1/other.csv");
        assertThatThrownBy(this::register).hasMessageContaining("/uploads/f1/other.csv");
        assertThat(lab.audit().get(lab.audit().size() - 1).reason()).isEqualTo("directory_shared");
    }

    /** Down to the level where the source itself lies. */
    @Test
    void anObjectBesideADeepSourceIsRefused() {
        lab.operator(call ->
                lab.sources.register(SourceKind.FILE, "deep", lab.file("d/in/a/rows.csv"), lab.at("d"), false, call));
        lab.table("deep", lab.at("d"));
        lab.file("d/in/b/rows.csv");
        assertThatThrownBy(() -> lab.register("scratch", "deep", SourceKind.FILE, "deep", false))
                .hasMessageContaining("/uploads/d/in/b/");
    }

    @Test
    void aListingThatIsCutIsRefused() {
        for (int i = 0; i <= OwnDirectory.MOST; i++) {
            lab.file("f1/_" + i);
        }
        assertThatThrownBy(this::register).hasMessageContaining("more than " + OwnDirectory.MOST);
    }
}
