package io.strandline.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Main code keeps the layer lines and habits; a sample project that breaks each once shows that each can fail. */
class LayersTest {
    private static final Repository REPOSITORY = Repository.here();
    private static final Layers LAYERS = new Layers("io.strandline", REPOSITORY.adapters());
    private static final Layers SAMPLE_LAYERS =
            new Layers("io.strandline.house.sample", Set.of("common", "alpha", "beta"));

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(REPOSITORY.handwritten())
            .importPaths(REPOSITORY.modules().stream().map(LayersTest::classes).toList());
    private static final JavaClasses SAMPLE = new ClassFileImporter().importPackages("io.strandline.house.sample");

    /** What in the sample crosses each line. */
    private static final Map<String, String> CROSSED_BY = Map.ofEntries(
            Map.entry("a domain knows no backend's library", "DomainWithConnection"),
            Map.entry("a domain knows no room", "DomainThatKnowsItsDisk"),
            Map.entry("what SQL sees knows no backend of its own", "TableOfDisk"),
            Map.entry("an adapter takes the ports of another", "TableOfAnother"),
            Map.entry("an adapter stands below the server", "AdapterThatKnowsTheGateway"),
            Map.entry("common stands alone", "KernelThatReadsFiles"),
            Map.entry("the parser stands alone", "ParserThatKnowsTheKernel"),
            Map.entry("the driver knows no module", "DriverThatParses"),
            Map.entry("the driver knows no Calcite", "DriverThatParses"),
            Map.entry("rooms form no cycle", "DiskThatKnowsItsTable"),
            Map.entry("an error says what it is", "Gateway"),
            Map.entry("Optional is no field", "Gateway"),
            Map.entry("only main ends the process", "Gateway"),
            Map.entry("a wrapper hands everything on", "DeafStatement"));

    static Stream<Arguments> rules() {
        return with(LAYERS);
    }

    static Stream<Arguments> sampleRules() {
        return with(SAMPLE_LAYERS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void mainCodeKeepsTheLine(String says, ArchRule rule) {
        assertThat(rule.allowEmptyShould(true).evaluate(MAIN).getFailureReport().getDetails())
                .as(says)
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sampleRules")
    void aCrossedLineIsSeen(String says, ArchRule rule) {
        assertThat(rule.evaluate(SAMPLE).getFailureReport().getDetails())
                .as(says)
                .isNotEmpty()
                .allSatisfy(detail -> assertThat(detail).contains("." + CROSSED_BY.get(says)));
    }

    @Test
    void everyModuleWithSourcesIsLookedAt() {
        assertThat(REPOSITORY.modules())
                .isNotEmpty()
                .filteredOn(module ->
                        !Repository.javaFiles(module.resolve("src/main/java")).isEmpty())
                .allSatisfy(module ->
                        assertThat(MAIN).as("classes of " + module).anyMatch(type -> isIn(type, classes(module))));
    }

    private static boolean isIn(JavaClass type, Path folder) {
        return type.getSource()
                .orElseThrow()
                .getUri()
                .toString()
                .startsWith(folder.toUri().toString());
    }

    private static Stream<Arguments> with(Layers layers) {
        Map<String, ArchRule> rules = new LinkedHashMap<>(layers.all());
        rules.putAll(Habits.all());
        return rules.entrySet().stream().map(rule -> arguments(rule.getKey(), rule.getValue()));
    }

    private static Path classes(Path module) {
        return module.resolve("target/classes");
    }
}
