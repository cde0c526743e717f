package io.strandline.gateway;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/** The version this was built as. */
final class Version {
    private Version() {}

    static String read() {
        Properties properties = new Properties();
        try (Reader file = new InputStreamReader(
                Objects.requireNonNull(Version.class.getResourceAsStream("version.properties")),
                StandardCharsets.UTF_8)) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
