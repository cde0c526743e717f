package io.strandline.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.strandline.catalog.Catalogs;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.database.DatabaseConnector;
import io.strandline.sink.iceberg.IcebergConnector;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON Schema of a driver's settings and the driver say the same of what a sink may be configured with (SNK-27). */
class SettingsSchemaTest {
    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sqlite     | true  | {"url": "jdbc:sqlite:/tmp/a.db"}
                    sqlite     | false | {"url": "jdbc:postgresql://h/a"}
                    sqlite     | false | {}
                    postgresql | true  | {"url": "jdbc:postgresql://h/a", "user": "u", "password": "p", "rollback": false}
                    postgresql | true  | {"url": "jdbc:postgresql://h/a", "connections": 1}
                    postgresql | true  | {"url": "jdbc:postgresql://h/a", "connections": 1000}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "connections": 0}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "connections": 1001}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "connections": "5"}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "connections": 1.5}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "rollback": "no"}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "user": 5}
                    postgresql | false | {"url": "jdbc:postgresql://h/a", "passwd": "p"}
                    postgresql | false | {"url": ["jdbc:postgresql://h/a"]}
                    iceberg    | true  | {}
                    iceberg    | false | {"url": "jdbc:sqlite:/tmp/a.db"}
                    """)
    void schemaAndDriverAgree(String driver, boolean good, String settings) throws Exception {
        SinkConnector connector = switch (driver) {
            case "sqlite" -> DatabaseConnector.sqlite();
            case "postgresql" -> DatabaseConnector.postgresql();
            default -> new IcebergConnector(new Catalogs(List.of()));
        };
        JsonNode given = JSON.readTree(settings);
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(connector.configSchema())
                        .validate(given)
                        .isEmpty())
                .as("what the schema says")
                .isEqualTo(good);
        assertThat(takes(connector, JSON.convertValue(given, Map.class)))
                .as("what the driver says")
                .isEqualTo(good);
    }

    @SuppressWarnings("unchecked")
    private static boolean takes(SinkConnector connector, Map<?, ?> settings) {
        try {
            connector.describe(new SinkSpec(
                    "s",
                    connector.name(),
                    new TableRef("lake", List.of("main"), "t"),
                    (Map<String, Object>) settings,
                    WriteMode.APPEND,
                    List.of(),
                    RunOptions.DEFAULTS,
                    RunRules.NONE,
                    "configuration"));
            return true;
        } catch (StrandlineException e) {
            // the catalog that this Iceberg table would be of is none
            return e.code() != ErrorCode.CONFIGURATION;
        }
    }
}
