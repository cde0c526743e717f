package io.strandline.catalog.iceberg;

import io.strandline.common.Text;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.io.FileIO;

/** Classes named by properties come from the class path alone, never from a URL, and nothing else loads code. */
final class ClassPathRules {
    /** Properties that name a class, beside all that end with {@code -impl}. */
    private static final Set<String> CLASS_KEYS = Set.of(
            "client.factory", "metrics-reporter", "jdbc.socketfactory", "jdbc.sslfactory", "jdbc.sslhostnameverifier");

    private static final Map<String, Class<?>> MUST_BE = Map.of("catalog-impl", Catalog.class, "io-impl", FileIO.class);
    private static final Pattern CLASS_NAME = Pattern.compile(
            "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*(\\.\\p{javaJavaIdentifierPart}+)*");
    /** Properties by which a driver or a tool loads code or runs SQL from somewhere else. */
    private static final Pattern LOADS_CODE = Pattern.compile(
            "(?i)(^|[._-])(class-?path|jars?|jar-(url|path)|enable_load_extension|loadextension|autodeserialize"
                    + "|init(script|file)?|runscript|allowloadlocalinfile)$");

    private static final Pattern IN_URL = Pattern.compile(
            "(?i)[?&;](enable_load_extension|autodeserialize|init|allowloadlocalinfile|socketfactory|sslfactory"
                    + "|authenticationpluginclassname|queryinterceptors|statementinterceptors|loggerfile)=");

    private ClassPathRules() {}

    /** Checks every property of that catalog. */
    static void check(String catalog, Map<String, String> properties) {
        properties.forEach((key, value) -> {
            if (LOADS_CODE.matcher(key).find()) {
                throw CatalogFactory.wrong(
                        catalog, "property " + key + " loads code; put what is needed on the class path instead");
            }
            if (key.endsWith("-impl") || key.endsWith(".impl") || CLASS_KEYS.contains(Text.lower(key))) {
                requireClass(catalog, key, value);
            }
        });
        if (IN_URL.matcher(properties.getOrDefault("uri", "")).find()) {
            throw CatalogFactory.wrong(catalog, "uri has a parameter that loads code; remove it");
        }
    }

    private static void requireClass(String catalog, String key, String name) {
        if (!CLASS_NAME.matcher(name).matches()) {
            throw CatalogFactory.wrong(
                    catalog, key + " is \"" + Text.cut(name, 100) + "\", not the name of a class on the class path");
        }
        Class<?> found;
        try {
            found = Class.forName(name, false, ClassPathRules.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw CatalogFactory.wrong(
                    catalog, key + ": class " + name + " is not on the class path; add its jar to the server's");
        }
        Class<?> needed = MUST_BE.get(key);
        if (needed != null && !needed.isAssignableFrom(found)) {
            throw CatalogFactory.wrong(catalog, key + ": class " + name + " is no " + needed.getSimpleName());
        }
    }
}
