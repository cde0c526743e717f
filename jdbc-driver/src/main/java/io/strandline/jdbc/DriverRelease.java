package io.strandline.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.DriverVersion;

/** The release this driver is of, from a file that the build fills in. Stateless. */
final class DriverRelease {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*");

    private DriverRelease() {}

    static DriverVersion version() {
        String text = text();
        Matcher numbers = NUMBERS.matcher(text);
        int major = numbers.matches() ? Integer.parseInt(numbers.group(1)) : 0;
        int minor = numbers.matches() ? Integer.parseInt(numbers.group(2)) : 0;
        return new DriverVersion("Strandline JDBC Driver", text, "Strandline", text, false, major, minor, major, minor);
    }

    private static String text() {
        try (InputStream file = DriverRelease.class.getResourceAsStream("driver.properties")) {
            Properties properties = new Properties();
            if (file != null) {
                properties.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            }
            return properties.getProperty("version", "0.0");
        } catch (IOException e) {
            return "0.0";
        }
    }
}
