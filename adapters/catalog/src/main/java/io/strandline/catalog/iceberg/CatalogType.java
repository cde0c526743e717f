package io.strandline.catalog.iceberg;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of catalogs the property {@code type} names. */
enum CatalogType {
    JDBC("jdbc", true),
    HADOOP("hadoop", false),
    REST("rest", true),
    IN_MEMORY("in-memory", true),
    /** A class of the class path, named by {@code catalog-impl}; not a value of {@code type}. */
    CUSTOM("custom", false);

    private final String word;
    private final boolean dropKeepsFiles;

    CatalogType(String word, boolean dropKeepsFiles) {
        this.word = word;
        this.dropKeepsFiles = dropKeepsFiles;
    }

    /** As the configuration writes it. */
    String word() {
        return word;
    }

    /** Whether a drop without purge leaves the files; false where that is not known (REC-10). */
    boolean dropKeepsFiles() {
        return dropKeepsFiles;
    }

    /** Properties that must be there. */
    List<String> required() {
        return switch (this) {
            case JDBC -> List.of("uri", "warehouse");
            case HADOOP -> List.of("warehouse");
            case REST -> List.of("uri");
            case IN_MEMORY, CUSTOM -> List.of();
        };
    }

    static Optional<CatalogType> of(String word) {
        return Arrays.stream(values())
                .filter(type -> type != CUSTOM && type.word.equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values())
                .filter(type -> type != CUSTOM)
                .map(CatalogType::word)
                .toList();
    }
}
