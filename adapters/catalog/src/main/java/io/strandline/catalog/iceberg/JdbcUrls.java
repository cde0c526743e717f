package io.strandline.catalog.iceberg;

import io.strandline.common.SecretNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** JDBC URLs without the secrets in them: drivers and pools put URLs into messages and logs (CAT-12). */
final class JdbcUrls {
    private JdbcUrls() {}

    /** The same properties with each secret parameter of the URL moved to a driver property {@code jdbc.<name>}. */
    static Map<String, String> separateSecrets(Map<String, String> properties) {
        String uri = properties.getOrDefault("uri", "");
        int query = uri.indexOf('?');
        if (query < 0) {
            return properties;
        }
        Map<String, String> separated = new HashMap<>(properties);
        List<String> kept = new ArrayList<>();
        for (String parameter : uri.substring(query + 1).split("&")) {
            int equals = parameter.indexOf('=');
            String key = equals < 0 ? parameter : parameter.substring(0, equals);
            if (equals > 0 && SecretNames.isSecretProperty(key)) {
                separated.putIfAbsent("jdbc." + key, decode(parameter.substring(equals + 1)));
            } else {
                kept.add(parameter);
            }
        }
        separated.put("uri", uri.substring(0, query) + (kept.isEmpty() ? "" : "?" + String.join("&", kept)));
        return separated;
    }

    /** PostgreSQL's driver decodes percent signs in its URL, and not in its properties. */
    private static String decode(String value) {
        try {
            return java.net.URLDecoder.decode(value, java.nio.charset.StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
