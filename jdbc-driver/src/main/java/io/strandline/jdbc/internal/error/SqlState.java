package io.strandline.jdbc.internal.error;

/** The SQLSTATEs that the driver itself raises; those of the gateway come over the wire. */
public final class SqlState {
    /** A warning. */
    public static final String WARNING = "01000";
    /** No connection could be made. */
    public static final String CANNOT_CONNECT = "08001";
    /** The connection or session does not exist any more. */
    public static final String CONNECTION_GONE = "08003";
    /** The gateway refused the connection. */
    public static final String CONNECTION_REFUSED = "08004";
    /** The connection failed while a read was under way. */
    public static final String CONNECTION_FAILED = "08006";
    /** Parameter number out of range, or column number or name that the result does not have. */
    public static final String NO_SUCH_INDEX = "07009";
    /** The JDBC driver cannot do that. */
    public static final String UNSUPPORTED = "0A000";
    /** A number does not fit the type asked for. */
    public static final String OUT_OF_RANGE = "22003";
    /** A value cannot be read as a date or time. */
    public static final String BAD_DATETIME = "22007";
    /** A value cannot be converted to the type asked for. */
    public static final String BAD_CAST = "22018";
    /** A bad argument. */
    public static final String BAD_ARGUMENT = "22023";
    /** The result set or cursor is not in a state for this call. */
    public static final String BAD_CURSOR_STATE = "24000";
    /** The gateway does not have the statement any more, but has the session. */
    public static final String STATEMENT_GONE = "26000";
    /** Login failed. */
    public static final String BAD_LOGIN = "28000";
    /** Whether the statement took effect is not known. */
    public static final String UNKNOWN_OUTCOME = "40003";
    /** A text that is not a statement. */
    public static final String SYNTAX = "42601";
    /** As many statements run as may. */
    public static final String TOO_MANY = "53300";
    /** The statement is larger than the gateway takes. */
    public static final String TOO_LARGE = "54000";
    /** Cancelled. */
    public static final String CANCELLED = "57014";
    /** Timed out. */
    public static final String TIMED_OUT = "HYT00";
    /** Called out of order: on a closed statement, or with a parameter missing. */
    public static final String OUT_OF_SEQUENCE = "HY010";
    /** A general error without a better state. */
    public static final String GENERAL = "HY000";

    private SqlState() {}
}
