package io.strandline.catalog.iceberg;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Secrets;
import io.strandline.catalog.TimeLimits;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;

/**
 * Makes catalogs from their configured properties. Any Iceberg catalog property is taken as it is; the properties of
 * Strandline's own begin with {@code strandline.}. Nothing is opened before the first request.
 */
public final class CatalogFactory {
    /** The name under which a database keeps this catalog's rows; default the configured name. */
    public static final String NAME_IN_BACKEND = "strandline.catalog-name";

    private static final Set<String> OWN = new TreeSet<>(Set.of(
            TimeLimits.TIMEOUT,
            MetadataSize.PROPERTY,
            NAME_IN_BACKEND,
            VendingConfig.MAX_AGE,
            VendingConfig.READ + "credential"));

    private static final Map<String, String> IN_OTHER_MODULES = Map.of(
            CatalogUtil.ICEBERG_CATALOG_TYPE_HIVE, CatalogUtil.ICEBERG_CATALOG_HIVE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_GLUE, CatalogUtil.ICEBERG_CATALOG_GLUE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_NESSIE, CatalogUtil.ICEBERG_CATALOG_NESSIE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_BIGQUERY, CatalogUtil.ICEBERG_CATALOG_BIGQUERY);

    static {
        OWN.addAll(StsConfig.KEYS);
    }

    private CatalogFactory() {}

    /**
     * Several catalogs, by name.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} for the first that is wrong
     */
    public static Catalogs create(Map<String, ? extends Map<String, String>> properties) {
        List<IcebergCatalog> catalogs = new ArrayList<>();
        properties.forEach((name, own) -> catalogs.add(create(name, own)));
        return new Catalogs(catalogs);
    }

    /**
     * A catalog.
     *
     * @param name its name in the configuration
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} for an unknown type, a missing or malformed property, or a
     *     class that is not on the class path
     */
    public static IcebergCatalog create(String name, Map<String, String> properties) {
        return new IcebergCatalog(configure(name, properties));
    }

    static CatalogConfig configure(String name, Map<String, String> properties) {
        if (name.isBlank()) {
            throw wrong(name, "its name is empty; give it one");
        }
        Map<String, String> all = byClass(properties);
        CatalogType type = typeOf(name, all);
        for (String key : type.required()) {
            if (all.getOrDefault(key, "").isBlank()) {
                throw wrong(name, "type " + type.word() + " needs the property " + key);
            }
        }
        ClassPathRules.check(name, all);
        Map<String, String> iceberg = icebergProperties(name, type, all);
        Map<String, String> secretive = new HashMap<>(all);
        secretive.putAll(iceberg);
        Secrets secrets = Secrets.of(secretive);
        return new CatalogConfig(
                name,
                all.getOrDefault(NAME_IN_BACKEND, name),
                type,
                iceberg,
                secrets.shown(properties),
                TimeLimits.of(name, all),
                MetadataSize.of(name, all),
                VendingConfig.of(name, type, all),
                secrets);
    }

    /** Iceberg's words for catalogs of other modules, as the class that each stands for. */
    private static Map<String, String> byClass(Map<String, String> properties) {
        String implementation = IN_OTHER_MODULES.get(properties.getOrDefault(CatalogUtil.ICEBERG_CATALOG_TYPE, ""));
        if (implementation == null || properties.containsKey(CatalogProperties.CATALOG_IMPL)) {
            return Map.copyOf(properties);
        }
        Map<String, String> named = new HashMap<>(properties);
        named.remove(CatalogUtil.ICEBERG_CATALOG_TYPE);
        named.put(CatalogProperties.CATALOG_IMPL, implementation);
        return Map.copyOf(named);
    }

    private static CatalogType typeOf(String name, Map<String, String> properties) {
        String word = properties.get("type");
        String implementation = properties.get("catalog-impl");
        if (word != null && implementation != null) {
            throw wrong(name, "both type and catalog-impl are set; keep one");
        }
        if (implementation != null) {
            return CatalogType.CUSTOM;
        }
        if (word == null) {
            throw wrong(name, "the property type is missing; it is one of " + String.join(", ", CatalogType.words()));
        }
        return CatalogType.of(word)
                .orElseThrow(() -> wrong(
                        name,
                        "no type \"" + Text.cut(word, 60) + "\"" + Text.didYouMean(word, words())
                                + " Known types: " + String.join(", ", CatalogType.words())
                                + ", trino, and with their module on the class path "
                                + String.join(", ", new TreeSet<>(IN_OTHER_MODULES.keySet()))
                                + "; others by catalog-impl"));
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>(CatalogType.words());
        words.addAll(IN_OTHER_MODULES.keySet());
        return words;
    }

    private static Map<String, String> icebergProperties(String name, CatalogType type, Map<String, String> all) {
        Map<String, String> iceberg = new HashMap<>();
        all.forEach((key, value) -> {
            if (!key.startsWith("strandline.")) {
                iceberg.put(key, value);
            } else if (!OWN.contains(key) && !VendingConfig.isReading(key)) {
                throw wrong(name, "no property " + key + Text.didYouMean(key, OWN));
            }
        });
        if (type != CatalogType.CUSTOM) {
            // the class is chosen here, so that a type Iceberg has no word for can be named too
            iceberg.remove("type");
        }
        if (LocalPaths.isLocal(all.getOrDefault("warehouse", ""))) {
            iceberg.putIfAbsent("io-impl", LocalFileIO.class.getName());
        }
        // of the clients that S3 can be asked with, the ones that are on the class path
        iceberg.putIfAbsent("http-client.type", "urlconnection");
        if (!iceberg.containsKey("client.factory")) {
            iceberg.putIfAbsent("s3.client-factory-impl", "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory");
        }
        return type == CatalogType.JDBC ? JdbcUrls.separateSecrets(iceberg) : iceberg;
    }

    static StrandlineException wrong(String name, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "catalogs." + Text.cut(name, 100) + ": " + what + ".");
    }
}
