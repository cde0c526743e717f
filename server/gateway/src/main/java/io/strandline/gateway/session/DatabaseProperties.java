package io.strandline.gateway.session;

import io.strandline.parser.StrandlineParser;
import java.sql.Connection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.Meta.DatabaseProperty;
import org.apache.calcite.sql.parser.SqlParser;

/** What {@link java.sql.DatabaseMetaData} says of the product itself. */
final class DatabaseProperties {
    private DatabaseProperties() {}

    /** The properties of that version of the product, {@code major.minor.patch}. */
    static Map<Meta.DatabaseProperty, Object> of(String version) {
        String[] parts = version.split("[.-]", -1);
        int major = number(parts, 0);
        int minor = number(parts, 1);
        Map<DatabaseProperty, Object> properties = new EnumMap<>(DatabaseProperty.class);
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Strandline");
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, version);
        properties.put(DatabaseProperty.GET_DATABASE_MAJOR_VERSION, major);
        properties.put(DatabaseProperty.GET_DATABASE_MINOR_VERSION, minor);
        properties.put(DatabaseProperty.GET_DRIVER_NAME, "Strandline");
        properties.put(DatabaseProperty.GET_DRIVER_VERSION, version);
        properties.put(DatabaseProperty.GET_DRIVER_MAJOR_VERSION, major);
        properties.put(DatabaseProperty.GET_DRIVER_MINOR_VERSION, minor);
        properties.put(DatabaseProperty.GET_DEFAULT_TRANSACTION_ISOLATION, Connection.TRANSACTION_NONE);
        properties.put(DatabaseProperty.GET_NUMERIC_FUNCTIONS, JdbcFunctions.NUMERIC);
        properties.put(DatabaseProperty.GET_STRING_FUNCTIONS, JdbcFunctions.STRING);
        properties.put(DatabaseProperty.GET_SYSTEM_FUNCTIONS, JdbcFunctions.SYSTEM);
        properties.put(DatabaseProperty.GET_TIME_DATE_FUNCTIONS, JdbcFunctions.TIME_DATE);
        properties.put(
                DatabaseProperty.GET_S_Q_L_KEYWORDS,
                SqlParser.create("", StrandlineParser.config()).getMetadata().getJdbcKeywords());
        properties.put(DatabaseProperty.AVATICA_VERSION, DatabaseProperty.AVATICA_VERSION.defaultValue);
        return Collections.unmodifiableMap(properties);
    }

    private static int number(String[] parts, int index) {
        String digits = index < parts.length ? parts[index] : "";
        return digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9') ? 0 : Integer.parseInt(digits);
    }
}
