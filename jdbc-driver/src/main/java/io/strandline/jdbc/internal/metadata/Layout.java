package io.strandline.jdbc.internal.metadata;

import io.strandline.jdbc.internal.client.Columns;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/**
 * The columns of each result that {@link java.sql.DatabaseMetaData} describes, in its order: text unless marked {@code
 * :int}, {@code :short}, {@code :long} or {@code :bool}.
 */
enum Layout {
    ATTRIBUTES(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:int ATTR_TYPE_NAME ATTR_SIZE:int DECIMAL_DIGITS:int",
            "NUM_PREC_RADIX:int NULLABLE:int REMARKS ATTR_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int",
            "CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE",
            "SOURCE_DATA_TYPE:short"),
    BEST_ROW_IDENTIFIER(
            "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int DECIMAL_DIGITS:short",
            "PSEUDO_COLUMN:short"),
    CATALOGS("TABLE_CAT"),
    CLIENT_INFO_PROPERTIES("NAME MAX_LEN:int DEFAULT_VALUE DESCRIPTION"),
    COLUMN_PRIVILEGES("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
    COLUMNS(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int",
            "DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS COLUMN_DEF SQL_DATA_TYPE:int",
            "SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA",
            "SCOPE_TABLE SOURCE_DATA_TYPE:short IS_AUTOINCREMENT IS_GENERATEDCOLUMN"),
    /** Of getCrossReference, getExportedKeys and getImportedKeys. */
    FOREIGN_KEYS(
            "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM FKTABLE_NAME",
            "FKCOLUMN_NAME KEY_SEQ:short UPDATE_RULE:short DELETE_RULE:short FK_NAME PK_NAME DEFERRABILITY:short"),
    FUNCTION_COLUMNS(
            "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:short DATA_TYPE:int TYPE_NAME",
            "PRECISION:int LENGTH:int SCALE:short RADIX:short NULLABLE:short REMARKS CHAR_OCTET_LENGTH:int",
            "ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME"),
    FUNCTIONS("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:short SPECIFIC_NAME"),
    INDEX_INFO(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:bool INDEX_QUALIFIER INDEX_NAME TYPE:short",
            "ORDINAL_POSITION:short COLUMN_NAME ASC_OR_DESC CARDINALITY:long PAGES:long FILTER_CONDITION"),
    PRIMARY_KEYS("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:short PK_NAME"),
    PROCEDURE_COLUMNS(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:short DATA_TYPE:int TYPE_NAME",
            "PRECISION:int LENGTH:int SCALE:short RADIX:short NULLABLE:short REMARKS COLUMN_DEF SQL_DATA_TYPE:int",
            "SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME"),
    PROCEDURES(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED_1 RESERVED_2 RESERVED_3 REMARKS",
            "PROCEDURE_TYPE:short SPECIFIC_NAME"),
    PSEUDO_COLUMNS(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int COLUMN_SIZE:int DECIMAL_DIGITS:int",
            "NUM_PREC_RADIX:int COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH:int IS_NULLABLE"),
    SCHEMAS("TABLE_SCHEM TABLE_CATALOG"),
    SUPER_TABLES("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
    SUPER_TYPES("TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
    TABLE_PRIVILEGES("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
    TABLE_TYPES("TABLE_TYPE"),
    TABLES(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME",
            "SELF_REFERENCING_COL_NAME REF_GENERATION"),
    TYPE_INFO(
            "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE:short",
            "CASE_SENSITIVE:bool SEARCHABLE:short UNSIGNED_ATTRIBUTE:bool FIXED_PREC_SCALE:bool AUTO_INCREMENT:bool",
            "LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int SQL_DATETIME_SUB:int",
            "NUM_PREC_RADIX:int"),
    UDTS("TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:int REMARKS BASE_TYPE:short"),
    VERSION_COLUMNS(
            "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int DECIMAL_DIGITS:short",
            "PSEUDO_COLUMN:short");

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of immutable columns
    private final List<ColumnMetaData> columns;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable map
    private final Map<String, Integer> indexes;

    Layout(String... columns) {
        List<ColumnMetaData> described = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        for (String column : String.join(" ", columns).split(" ")) {
            String[] parts = column.split(":");
            places.put(parts[0], described.size());
            described.add(Columns.of(described.size(), parts[0], type(parts.length > 1 ? parts[1] : "text")));
        }
        this.columns = Collections.unmodifiableList(described);
        this.indexes = Collections.unmodifiableMap(places);
    }

    List<ColumnMetaData> columns() {
        return columns;
    }

    /** Where a column is, from 0. */
    int index(String label) {
        Integer index = indexes.get(label);
        if (index == null) {
            throw new IllegalArgumentException(name() + " has no column " + label);
        }
        return index;
    }

    private static AvaticaType type(String word) {
        switch (word) {
            case "int":
                return ColumnMetaData.scalar(Types.INTEGER, "INTEGER", Rep.INTEGER);
            case "short":
                return ColumnMetaData.scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT);
            case "long":
                return ColumnMetaData.scalar(Types.BIGINT, "BIGINT", Rep.LONG);
            case "bool":
                return ColumnMetaData.scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN);
            case "text":
                return ColumnMetaData.scalar(Types.VARCHAR, "VARCHAR", Rep.STRING);
            default:
                throw new IllegalArgumentException(word);
        }
    }
}
