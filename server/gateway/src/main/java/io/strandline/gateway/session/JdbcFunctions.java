package io.strandline.gateway.session;

/** The functions of JDBC's escape {@code {fn ...}}, as {@link java.sql.DatabaseMetaData} lists them: all that JDBC names. */
final class JdbcFunctions {
    static final String NUMERIC =
            "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,RADIANS,"
                    + "RAND,ROUND,SIGN,SIN,SQRT,TAN,TRUNCATE";

    static final String STRING =
            "ASCII,CHAR,CHAR_LENGTH,CHARACTER_LENGTH,CONCAT,DIFFERENCE,INSERT,LCASE,LEFT,LENGTH,LOCATE,"
                    + "LTRIM,OCTET_LENGTH,POSITION,REPEAT,REPLACE,RIGHT,RTRIM,SOUNDEX,SPACE,SUBSTRING,UCASE";

    static final String TIME_DATE =
            "CURDATE,CURRENT_DATE,CURRENT_TIME,CURRENT_TIMESTAMP,CURTIME,DAYNAME,DAYOFMONTH,DAYOFWEEK,"
                    + "DAYOFYEAR,EXTRACT,HOUR,MINUTE,MONTH,MONTHNAME,NOW,QUARTER,SECOND,TIMESTAMPADD,TIMESTAMPDIFF,WEEK,YEAR";

    static final String SYSTEM = "DATABASE,IFNULL,USER";

    private JdbcFunctions() {}
}
