package io.strandline.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SecretNames;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sinks of the configuration, those declared by SQL, and the tables that are sinks by themselves. Thread-safe. */
public final class DeclaredSinks implements Sinks {
    private static final Logger LOG = LoggerFactory.getLogger(DeclaredSinks.class);

    /** Name of the connector of tables that are sinks by themselves. */
    public static final String TABLE_DRIVER = "iceberg";

    private static final String BY_SQL = "sql";
    private static final long FRESH_NANOS = 1_000_000_000L;
    private static final JsonMapper JSON = new JsonMapper();

    /** A login inside of a URL, or a secret among its parameters. */
    private static final Pattern SECRET_IN_URL = Pattern.compile(
            "://[^/@]{0,400}:[^/@]{1,400}@|[?&;][^=&;]{0,60}(?:" + SecretNames.PART + ")[^=&;]{0,60}=",
            Pattern.CASE_INSENSITIVE);

    private final Map<String, SinkConnector> connectors = new LinkedHashMap<>();
    private final Map<String, SinkSpec> configured = new LinkedHashMap<>();
    private final SinkDeclarations declarations;
    private final Predicate<String> catalogs;
    private volatile @Nullable Seen seen;

    /** The sinks at some moment. */
    private record Seen(List<SinkSpec> sinks, long at) {}

    /**
     * Those sinks.
     *
     * @param connectors a line for each kind of sink
     * @param configured by the file
     * @param declarations those by SQL
     * @param catalogs which catalogs have tables that are sinks by themselves
     * @throws StrandlineException {@code CONFIGURATION} naming what of a configured one is wrong
     */
    public DeclaredSinks(
            List<SinkConnector> connectors,
            List<SinkSpec> configured,
            SinkDeclarations declarations,
            Predicate<String> catalogs) {
        connectors.forEach(connector -> this.connectors.put(connector.name(), connector));
        this.declarations = declarations;
        this.catalogs = catalogs;
        configured.forEach(spec -> {
            requireSound(spec);
            requireOnly(spec, List.copyOf(this.configured.values()));
            this.configured.put(spec.id(), spec);
        });
    }

    /** What it says holds of its driver: known without asking the destination (SNK-25, SNK-27). */
    private void requireSound(SinkSpec spec) {
        SinkDescription description = connector(spec).describe(spec);
        Modes.check(description, spec.mode(), spec.mode().isKeyed() ? spec.key() : List.of("any"));
        if (spec.driver().equals(TABLE_DRIVER) && !catalogs.test(spec.table().catalog())) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "sink " + spec.id() + " writes to " + spec.table() + ", whose catalog is none of the configured"
                            + " catalogs that take rows. SELECT * FROM catalog.catalogs lists them.");
        }
        if (spec.options().onDrift() == OnDrift.EVOLVE && !description.has(Capability.SCHEMA_EVOLUTION)) {
            throw SinkErrors.unsupported(
                    description, "change the columns of its destination, as on_drift evolve wants");
        }
    }

    private static void requireOnly(SinkSpec spec, List<SinkSpec> others) {
        others.forEach(other -> {
            if (other.id().equals(spec.id()) || other.table().equals(spec.table())) {
                throw new StrandlineException(
                        ErrorCode.OBJECT_EXISTS,
                        "sink " + spec.id() + " is declared already, or its table " + spec.table() + " is that of sink "
                                + other.id() + ". Give it another id, or change that one.");
            }
        });
    }

    @Override
    public Optional<SinkSpec> byId(String id, CallContext call) {
        SinkSpec known = configured.get(id);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<SinkSpec> declared = declarations.byId(id).map(this::spec);
        return declared.isPresent() ? declared : ownNamed(id);
    }

    private Optional<SinkSpec> ownNamed(String id) {
        List<String> parts;
        try {
            parts = SqlNames.split(id);
        } catch (StrandlineException e) {
            return Optional.empty();
        }
        return parts.size() < 3
                ? Optional.empty()
                : own(new TableRef(parts.get(0), parts.subList(1, parts.size() - 1), parts.get(parts.size() - 1)));
    }

    @Override
    public Optional<SinkSpec> forTable(TableRef table, CallContext call) {
        return declaredNow().stream()
                .filter(spec -> spec.table().equals(table))
                .findFirst()
                .or(() -> own(table));
    }

    private Optional<SinkSpec> own(TableRef table) {
        return catalogs.test(table.catalog())
                ? Optional.of(new SinkSpec(
                        table.toString(),
                        TABLE_DRIVER,
                        table,
                        Map.of(),
                        WriteMode.APPEND,
                        List.of(),
                        RunOptions.DEFAULTS,
                        RunRules.NONE,
                        "catalog"))
                : Optional.empty();
    }

    @Override
    public List<SinkSpec> declared() {
        List<SinkSpec> all = new ArrayList<>(configured.values());
        declarations.all().stream()
                .filter(declaration -> !configured.containsKey(declaration.sink()))
                .flatMap(declaration -> readable(declaration).stream())
                .forEach(all::add);
        return all;
    }

    /** The same as of a second ago at most, or as this gateway changed it since: for what is asked with each statement. */
    public List<SinkSpec> declaredNow() {
        Seen last = seen;
        if (last == null || System.nanoTime() - last.at() > FRESH_NANOS) {
            last = new Seen(declared(), System.nanoTime());
            seen = last;
        }
        return last.sinks();
    }

    /** One that another version declared in words this one does not know is left alone, and hides no other. */
    private Optional<SinkSpec> readable(SinkDeclarations.Declaration declaration) {
        try {
            SinkSpec spec = spec(declaration);
            connector(spec);
            return Optional.of(spec);
        } catch (StrandlineException e) {
            LOG.warn("Sink {} is passed over: {}", declaration.sink(), e.getMessage());
            return Optional.empty();
        }
    }

    private SinkSpec spec(SinkDeclarations.Declaration declaration) {
        return read(declaration.sink(), declaration.settings());
    }

    @Override
    public SinkConnector connector(SinkSpec spec) {
        SinkConnector connector = connectors.get(spec.driver());
        if (connector == null) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "sink " + spec.id() + " has driver \"" + Text.cut(spec.driver(), 60) + "\""
                            + Text.didYouMean(spec.driver(), connectors.keySet()) + " Drivers are "
                            + String.join(", ", connectors.keySet()) + ".");
        }
        return connector;
    }

    /**
     * The settings of a sink that SQL declares, with its password.
     *
     * @param settings as JSON; of a secret in it a statement's text would tell
     * @param password null for none
     * @throws StrandlineException {@code BAD_ARGUMENT} if the settings are no JSON object or hold a secret
     */
    public String settings(String settings, @Nullable String password) {
        JsonNode read = json(settings);
        if (!(read instanceof ObjectNode object)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the settings of a sink are a JSON object, as {\"driver\": \"iceberg\", \"table\":"
                            + " \"prod.sales.orders\"}.");
        }
        object.fieldNames().forEachRemaining(name -> {
            if (SecretNames.isSecret(name)) {
                throw new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "setting " + Text.cut(name, 60)
                                + " would be shown with the statement. Give it as password => '...',"
                                + " or declare the sink in the configuration file.");
            }
        });
        object.properties().forEach(setting -> {
            if (SECRET_IN_URL.matcher(setting.getValue().asText()).find()) {
                throw new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "the text of setting " + Text.cut(setting.getKey(), 60)
                                + " holds a secret, which would be shown with the statement. Leave it out of the URL, and"
                                + " give it as password => '...'.");
            }
        });
        if (password != null) {
            object.put("password", password);
        }
        return object.toString();
    }

    private static JsonNode json(String settings) {
        try {
            return JSON.readTree(settings);
        } catch (JsonProcessingException e) {
            // without the cause: it shows the text, which may hold a secret
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the settings of a sink are no JSON. Write them like {\"driver\": \"iceberg\", \"table\":"
                            + " \"prod.sales.orders\"}.");
        }
    }

    /**
     * A sink as SQL declares it.
     *
     * @param settings as JSON
     * @throws StrandlineException {@code BAD_ARGUMENT} for text that is no JSON, {@code CONFIGURATION} naming the setting
     */
    public SinkSpec read(String id, String settings) {
        return SinkJson.read("sinks." + Text.cut(id, 60), id, json(settings), BY_SQL);
    }

    /**
     * Declares a sink.
     *
     * @param settings as JSON, which it was read from
     * @throws StrandlineException {@code OBJECT_EXISTS}, {@code CONFIGURATION}, {@code REFUSED}
     */
    public SinkSpec declare(SinkSpec spec, String settings, CallContext call) {
        requireDeclarable(spec);
        declarations.add(new SinkDeclarations.Declaration(
                spec.id(), settings, call.caller().user(), call.startedAt()));
        seen = null;
        return spec;
    }

    /** Checks that a sink can be declared; asks no destination. */
    public void requireDeclarable(SinkSpec spec) {
        requireSound(spec);
        requireOnly(spec, declared());
    }

    /**
     * The sink of that id, if its declaration can be taken back.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} for one of the configuration
     */
    public SinkSpec requireDropped(String id) {
        if (configured.containsKey(id)) {
            throw SinkErrors.refused(
                    "sink " + id + " is declared in the configuration file. Remove sinks." + id + " there.");
        }
        return declarations
                .byId(id)
                .map(this::spec)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no sink \"" + Text.cut(id, 60) + "\" is declared by SQL. SELECT sink_id, declared_in FROM"
                                + " sink.capabilities lists the sinks."));
    }

    /** Takes back a declaration. */
    public SinkSpec drop(SinkSpec spec) {
        declarations.remove(spec.id());
        seen = null;
        return spec;
    }
}
