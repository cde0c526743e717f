package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.config.GatewayConfig.NotifySection;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Severity;
import io.strandline.reconcile.webhook.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The sections {@code connections.NAME.notify}: which new findings are told, and to whom. */
public final class NotifySettings {
    private NotifySettings() {}

    /**
     * Where new findings are posted, by name of the connection.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key, never the value
     */
    public static List<Endpoint> endpoints(GatewayConfig config) {
        return sections(config).entrySet().stream()
                .map(entry -> endpoint(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Endpoint::connection))
                .toList();
    }

    /**
     * By connection, which new findings are posted.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static Map<String, NoticeRule> rules(GatewayConfig config) {
        return sections(config).entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> rule(key(entry.getKey()), entry.getValue())));
    }

    private static Map<String, NotifySection> sections(GatewayConfig config) {
        Map<String, NotifySection> sections = new HashMap<>();
        config.connections().forEach((name, connection) -> {
            NotifySection section = connection.webhook();
            if (section != null) {
                sections.put(name, section);
            }
        });
        return sections;
    }

    private static String key(String connection) {
        return "connections." + connection + ".notify";
    }

    private static Endpoint endpoint(String connection, NotifySection section) {
        String key = key(connection);
        if (section.url() == null || section.secret() == null) {
            throw wrong(key, "needs url and secret");
        }
        if (section.secret().length() < Endpoint.SHORTEST_SECRET) {
            throw wrong(key + ".secret", "must have at least " + Endpoint.SHORTEST_SECRET + " characters");
        }
        URI url;
        try {
            url = new URI(section.url());
        } catch (URISyntaxException e) {
            // its message, and so the cause, holds the value
            throw wrong(key + ".url", "is no URL; what is special in a path or query must be encoded");
        }
        Endpoint.faultOf(url, section.allowPlain()).ifPresent(fault -> {
            throw wrong(key + ".url", fault);
        });
        return new Endpoint(connection, url, section.secret());
    }

    private static NoticeRule rule(String key, NotifySection section) {
        if (section.kinds().isEmpty()) {
            throw wrong(key + ".kinds", "names none; leave it out for all");
        }
        Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
        section.kinds().forEach(kind -> kinds.add(one(FindingKind.class, key + ".kinds", kind)));
        return new NoticeRule(kinds, one(Severity.class, key + ".min_severity", section.minSeverity()));
    }

    private static <E extends Enum<E>> E one(Class<E> type, String key, String text) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        if (!names.contains(text)) {
            throw wrong(key, "\"" + text + "\" is none of " + names + Text.didYouMean(text, names));
        }
        return Enum.valueOf(type, text);
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
