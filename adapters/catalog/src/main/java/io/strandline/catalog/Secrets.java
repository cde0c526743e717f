package io.strandline.catalog;

import io.strandline.common.SecretNames;
import io.strandline.common.Text;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Keeps secrets out of what is shown and said (CAT-12). Knows those of one configuration by value. Immutable. */
public final class Secrets {
    /** What stands where a secret was. */
    public static final String MASK = "***";

    private static final Pattern IN_PARAMETERS = Pattern.compile(
            "(?i)([?&;\\s,{\"'](?:[a-z0-9_.-]*(?:password|passwd|pwd|secret|token|credential|signature|sig|accesskey|access_key))"
                    + "[\"']?\\s*[=:]\\s*[\"']?)([^&;\\s\"',}]+)");
    private static final Pattern IN_AUTHORITY = Pattern.compile("(?i)([a-z][a-z0-9+.-]*://[^/\\s:@]*:)([^/\\s@]+)(@)");
    private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic)\\s+[a-z0-9+/._~=-]{8,}");
    /** Shorter values are not looked for in texts: they would hit ordinary words. */
    private static final int SHORTEST = 4;

    private final Set<String> values;

    private Secrets(Collection<String> values) {
        Set<String> known = new LinkedHashSet<>();
        values.stream().filter(value -> value.length() >= SHORTEST).forEach(known::add);
        this.values = Set.copyOf(known);
    }

    /** No secrets known by value; patterns still apply. */
    public static Secrets none() {
        return new Secrets(Set.of());
    }

    /** The secrets among those properties. */
    public static Secrets of(Map<String, String> properties) {
        return new Secrets(properties.entrySet().stream()
                .filter(entry -> SecretNames.isSecretProperty(entry.getKey()))
                .map(Map.Entry::getValue)
                .flatMap(value -> Stream.of(value, afterColon(value)))
                .toList());
    }

    /** Of a login such as {@code id:secret}, which is sent in two parts. */
    private static String afterColon(String value) {
        return value.substring(value.indexOf(':') + 1);
    }

    /** The property's value as it may be shown. */
    public String shown(String key, String value) {
        return SecretNames.isSecretProperty(key) ? MASK : scrub(value);
    }

    /** The properties as they may be shown, in order of key. */
    public Map<String, String> shown(Map<String, String> properties) {
        Map<String, String> shown = new TreeMap<>();
        properties.forEach((key, value) -> shown.put(key, shown(key, value)));
        return shown;
    }

    /** The text without the known secrets, and without what looks like one in a URL, a parameter list or a header. */
    public String scrub(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, MASK);
        }
        clean = IN_PARAMETERS.matcher(clean).replaceAll("$1" + MASK);
        clean = IN_AUTHORITY.matcher(clean).replaceAll("$1" + MASK + "$3");
        return BEARER.matcher(clean).replaceAll("$1 " + MASK);
    }

    /** What a failure says, with its root cause's words if those differ; scrubbed and cut to one readable line. */
    public String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(words(failure));
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < 6; depth++, cause = cause.getCause()) {
            String words = words(cause);
            if (text.indexOf(words) < 0) {
                text.append(": ").append(words);
            }
        }
        return Text.cut(scrub(text.toString().replaceAll("\\s+", " ").strip()), 600);
    }

    private static String words(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }

    @Override
    public String toString() {
        return values.size() + " secrets";
    }
}
