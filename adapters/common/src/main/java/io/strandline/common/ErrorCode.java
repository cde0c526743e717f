package io.strandline.common;

import java.util.Optional;

/**
 * The closed list of errors: what went wrong, as every layer names it.
 *
 * <p>SQLSTATEs follow ISO 9075 and PostgreSQL's appendix A where those have one; HYT00 is ODBC's. The vendor code is what
 * {@link java.sql.SQLException#getErrorCode()} gives; numbers are never reused.
 */
public enum ErrorCode {
    SYNTAX("42601", 1001, 400, false, "Correct the statement at the place the message names."),
    NO_SUCH_TABLE("42P01", 1002, 404, false, "List tables with SELECT * FROM information_schema.tables."),
    NO_SUCH_COLUMN("42703", 1003, 400, false, "List columns with SELECT * FROM information_schema.columns."),
    NO_SUCH_PROCEDURE("42883", 1004, 404, false, "CALL help() lists the procedures."),
    NO_SUCH_SCHEMA("3F000", 1005, 404, false, "List schemas with SELECT * FROM information_schema.schemata."),
    NO_SUCH_CATALOG("3D000", 1006, 404, false, "List catalogs with SELECT * FROM catalog.catalogs."),
    NO_SUCH_OBJECT("42704", 1007, 404, false, "The message names the object and where to list those there are."),
    BAD_ARGUMENT("22023", 1008, 400, false, "CALL help('procedure') shows its parameters and their types."),
    BAD_VALUE("22000", 1009, 400, false, "Correct the value the message names."),
    DIVISION_BY_ZERO("22012", 1010, 400, false, "Guard the divisor, as in NULLIF(x, 0)."),
    LOSES_PRECISION("22008", 1011, 400, false, "Cast to TIMESTAMP(3) in the statement to accept the loss."),
    NUMBER_OUT_OF_RANGE("22003", 1012, 400, false, "Cast to a wider type."),
    INVALID_STATEMENT("42000", 1013, 400, false, "Correct the statement as the message says."),
    OBJECT_EXISTS("42P07", 1015, 409, false, "Choose another name, or leave what is there."),
    COLUMN_EXISTS("42701", 1016, 409, false, "Choose another name for the column."),
    PARTITION_OUT_OF_RANGE("22023", 1017, 400, false, "SELECT * FROM log.partitions lists the partitions of each log."),
    NOT_SUPPORTED("0A000", 1014, 501, false, "The message names what to use instead."),
    NOT_ALLOWED("42501", 1101, 403, false, "Ask an administrator for the role the message names."),
    LOGIN_FAILED("28000", 1102, 401, false, "Check the user and the password."),
    UNREACHABLE("08001", 1103, 503, true, "Check the address and that the server runs."),
    SESSION_GONE("08003", 1104, 410, false, "Open a new connection."),
    STATEMENT_GONE("26000", 1109, 410, false, "The session is there: prepare the statement again, or run it again."),
    TOO_MANY("53300", 1105, 429, true, "Close what is not used, or raise the limit the message names."),
    LIMIT_EXCEEDED("54000", 1106, 413, false, "Make the statement smaller, or raise the setting the message names."),
    BAD_MESSAGE("08P01", 1108, 400, false, "Use a driver that speaks Avatica's protocol."),
    READ_ONLY("25006", 1107, 403, false, "Use a session or connection that is not read only."),
    CANCELLED("57014", 1201, 499, false, "Run the statement again if it is still wanted."),
    TIMED_OUT("HYT00", 1202, 408, true, "Allow more time, or ask for less."),
    CONFLICT("40001", 1203, 409, true, "Run the statement again."),
    OUTCOME_UNKNOWN(
            "40003",
            1204,
            500,
            false,
            "Look at the target, or at runtime.statements by the key, before you try again."),
    REFUSED("55000", 1205, 409, false, "The message names the rule and what would satisfy it."),
    NOT_READY("55P03", 1206, 503, true, "Run the statement again in a moment."),
    LOG_CLOSED("57P01", 1207, 503, true, "The gateway is stopping; connect again."),
    STOPPED_SHORT(
            "55P03", 1208, 409, true, "Ask for offsets below the high-water mark, or again when more is written."),
    LAGGED("55000", 1209, 410, false, "What was not read in time is gone; begin again at the low-water mark."),
    BACKEND("58030", 1301, 502, true, "The message names the backend and its cause."),
    METADATA_MISSING("58030", 1302, 502, false, "The catalog entry names a metadata file that is not there."),
    METADATA_UNREADABLE("58030", 1303, 502, false, "The table's metadata file cannot be read; the message says why."),
    STORE(
            "58030",
            1304,
            503,
            true,
            "The store did not take the write; nothing was sent. Check its disk and its locks."),
    CORRUPT("XX001", 1401, 500, false, "Stored data contradicts itself; the message names it."),
    ROWS_UNACCOUNTED(
            "XX001",
            1402,
            500,
            false,
            "The destination lost rows without an error; what landed can be undone by a rollback of the run."),
    CONFIGURATION("F0000", 1501, 500, false, "Correct the configuration file at the key the message names."),
    INTERNAL("XX000", 1901, 500, false, "A fault of the gateway; its log has the details under the statement id.");

    private final String sqlState;
    private final int vendorCode;
    private final int httpStatus;
    private final boolean retryable;
    private final String whatToDo;

    ErrorCode(String sqlState, int vendorCode, int httpStatus, boolean retryable, String whatToDo) {
        this.sqlState = sqlState;
        this.vendorCode = vendorCode;
        this.httpStatus = httpStatus;
        this.retryable = retryable;
        this.whatToDo = whatToDo;
    }

    /** Five characters. */
    public String sqlState() {
        return sqlState;
    }

    /** Stable number of this code. */
    public int vendorCode() {
        return vendorCode;
    }

    /** What a plain HTTP endpoint answers with. */
    public int httpStatus() {
        return httpStatus;
    }

    /** Whether the same statement can succeed later without anyone changing it. */
    public boolean retryable() {
        return retryable;
    }

    /** The next step in general; the message of an error has the one of the case. */
    public String whatToDo() {
        return whatToDo;
    }

    /** The code with that number, if there is one. */
    public static Optional<ErrorCode> ofVendorCode(int vendorCode) {
        for (ErrorCode code : values()) {
            if (code.vendorCode == vendorCode) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
