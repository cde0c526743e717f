package io.strandline.gateway.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The configured catalogs as properties, each value as text. */
public final class CatalogSettings {
    private CatalogSettings() {}

    /**
     * The properties of each catalog.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} for a value that is a list or a map
     */
    public static Map<String, Map<String, String>> of(GatewayConfig config) {
        Map<String, Map<String, String>> catalogs = new LinkedHashMap<>();
        config.catalogs().forEach((name, properties) -> catalogs.put(name, properties(name, properties)));
        return catalogs;
    }

    private static Map<String, String> properties(String catalog, Map<String, JsonNode> nodes) {
        Map<String, String> properties = new LinkedHashMap<>();
        nodes.forEach((key, value) -> {
            if (!value.isValueNode() || value.isNull()) {
                throw new StrandlineException(
                        ErrorCode.CONFIGURATION,
                        "key catalogs." + catalog + "." + key
                                + " must be a plain value: text, a number, true or false");
            }
            properties.put(key, value.asText());
        });
        return properties;
    }
}
