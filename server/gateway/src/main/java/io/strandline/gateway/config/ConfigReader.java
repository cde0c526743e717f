package io.strandline.gateway.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the YAML file. An unknown key is an error that names the nearest right one. Stateless, thread-safe. */
public final class ConfigReader {
    private static final ObjectMapper YAML = YAMLMapper.builder(new YAMLFactory())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(com.fasterxml.jackson.core.JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private final UnaryOperator<@Nullable String> environment;

    /**
     * A reader.
     *
     * @param environment value of an environment variable, null if it is not set
     */
    public ConfigReader(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    /**
     * Reads a file; paths in {@code file:} values and of policies are relative to it.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming file and key
     */
    public GatewayConfig read(Path file) {
        return read(file, GatewayConfig.class);
    }

    /** Reads another file that the configuration names, under the same rules. */
    <T> T read(Path file, Class<T> type) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "configuration " + file + " does not exist. Name the file with --config, or begin with the one that"
                            + " the demo writes.",
                    e);
        } catch (IOException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "configuration " + file + " cannot be read: " + StrandlineException.describe(e),
                    e);
        }
        Path folder = file.toAbsolutePath().getParent();
        return parse(text, file.toString(), folder == null ? Path.of("") : folder, type);
    }

    /** Reads text as the content of a configuration of that name. */
    GatewayConfig parse(String text, String name, Path folder) {
        return parse(text, name, folder, GatewayConfig.class);
    }

    private <T> T parse(String text, String name, Path folder, Class<T> type) {
        try {
            JsonNode tree = YAML.readTree(text);
            if (tree == null || tree.isNull() || tree.isMissingNode()) {
                throw new StrandlineException(ErrorCode.CONFIGURATION, "configuration " + name + " is empty");
            }
            JsonNode filled = new Substitution(environment, folder, name).fill(tree, "");
            filled.path("connections").forEach(connection -> besideTheFile(connection, folder));
            return YAML.treeToValue(filled, type);
        } catch (UnrecognizedPropertyException e) {
            throw unknownKey(name, e);
        } catch (JsonMappingException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "configuration " + name + ", key " + path(e) + ": " + firstLine(e.getOriginalMessage()),
                    e);
        } catch (JsonProcessingException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "configuration " + name + " is not YAML" + place(e) + ": " + firstLine(e.getOriginalMessage()),
                    e);
        }
    }

    /** A policy file is named relative to the file that names it. */
    private static void besideTheFile(JsonNode connection, Path folder) {
        if (connection instanceof ObjectNode section && section.path("policy").isTextual()) {
            section.put(
                    "policy", folder.resolve(section.path("policy").textValue()).toString());
        }
    }

    private static StrandlineException unknownKey(String name, UnrecognizedPropertyException e) {
        Collection<Object> known = e.getKnownPropertyIds();
        var names = known.stream().map(Object::toString).sorted().collect(Collectors.toList());
        return new StrandlineException(
                ErrorCode.CONFIGURATION,
                "configuration " + name + " has the unknown key " + path(e)
                        + Text.didYouMean(e.getPropertyName(), names) + " Keys there: " + String.join(", ", names),
                e);
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }

    private static String place(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "" : Text.cut(message.lines().findFirst().orElse(""), 300);
    }

    /** Fills {@code ${NAME}} from the environment, and {@code {file: path}} from a file. */
    private record Substitution(UnaryOperator<@Nullable String> environment, Path folder, String name) {
        JsonNode fill(JsonNode node, String path) {
            if (node.isTextual()) {
                return YAML.getNodeFactory().textNode(fillText(node.textValue(), path));
            }
            if (node.isArray()) {
                var filled = YAML.createArrayNode();
                for (int i = 0; i < node.size(); i++) {
                    filled.add(fill(node.get(i), path + "[" + i + "]"));
                }
                return filled;
            }
            if (!node.isObject()) {
                return node;
            }
            if (node.size() == 1 && node.has("file") && node.get("file").isTextual()) {
                return YAML.getNodeFactory()
                        .textNode(readSecret(node.get("file").textValue(), path));
            }
            var filled = YAML.createObjectNode();
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String inner = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                filled.set(field.getKey(), fill(field.getValue(), inner));
            }
            return filled;
        }

        private String fillText(String text, String path) {
            StringBuilder filled = new StringBuilder();
            int at = 0;
            while (true) {
                int open = text.indexOf("${", at);
                int close = open < 0 ? -1 : text.indexOf('}', open);
                if (close < 0) {
                    return filled.append(text, at, text.length()).toString();
                }
                String variable = text.substring(open + 2, close);
                String value = environment.apply(variable);
                if (value == null) {
                    throw new StrandlineException(
                            ErrorCode.CONFIGURATION,
                            "configuration " + name + ", key " + path + ": the environment has no variable " + variable
                                    + ". Set it before the start.");
                }
                filled.append(text, at, open).append(value);
                at = close + 1;
            }
        }

        private String readSecret(String file, String path) {
            try {
                return Files.readString(folder.resolve(file), StandardCharsets.UTF_8)
                        .stripTrailing();
            } catch (IOException e) {
                throw new StrandlineException(
                        ErrorCode.CONFIGURATION,
                        "configuration " + name + ", key " + path + ": the file " + file + " cannot be read",
                        e);
            }
        }
    }
}
