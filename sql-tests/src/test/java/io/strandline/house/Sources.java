package io.strandline.house;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How the Java files below one source folder are laid out. Each method names what is amiss, nothing if all is well. */
final class Sources {
    private static final Pattern PACKAGE_INFO =
            Pattern.compile("/\\*\\*.*\\.\\s*\\*/\\s*@NullMarked\\s*package ", Pattern.DOTALL);

    /** {@code location.startsWith(…)}, {@code bucket().text().equals(…)}; {@code locationRules.contains(…)} is how it is done. */
    private static final Pattern PLACE_AS_TEXT = Pattern.compile("\\b\\w*(?:[lL]ocation|[bB]ucket)(?:\\(\\))?"
            + "(?:\\s*\\.(?:text|path|authority|toString)\\(\\))?"
            + "\\s*\\.(?:startsWith|endsWith|equals|equalsIgnoreCase|compareTo|contains|regionMatches)\\(");

    private Sources() {}

    /** Packages without a {@code package-info.java} that has a sentence of Javadoc and {@code @NullMarked}. */
    static List<String> packagesWithoutInfo(Path folder) {
        return Repository.javaFiles(folder).stream()
                .collect(groupingBy(Path::getParent, TreeMap::new, toList()))
                .entrySet()
                .stream()
                .filter(one -> one.getValue().stream().noneMatch(Sources::isGoodPackageInfo))
                .map(one -> folder.relativize(one.getKey()).toString())
                .toList();
    }

    private static boolean isGoodPackageInfo(Path file) {
        return file.endsWith("package-info.java")
                && PACKAGE_INFO.matcher(Repository.read(file)).find();
    }

    /** Files of more lines than that, each with its number of lines. */
    static List<String> filesLongerThan(int lines, Path folder) {
        return Repository.javaFiles(folder).stream()
                .map(file -> new Length(file, Repository.read(file).lines().count()))
                .filter(one -> one.lines() > lines)
                .map(one -> folder.relativize(one.file()) + " has " + one.lines() + " lines")
                .toList();
    }

    /** Comparisons of strings that name places, which {@code LocationRules} alone makes (LOC-1 to LOC-5). */
    static List<String> placesComparedAsText(Path folder) {
        return Repository.javaFiles(folder).stream()
                .flatMap(file -> PLACE_AS_TEXT
                        .matcher(Repository.read(file))
                        .results()
                        .map(match -> folder.relativize(file) + ": " + match.group()))
                .toList();
    }

    private record Length(Path file, long lines) {}
}
