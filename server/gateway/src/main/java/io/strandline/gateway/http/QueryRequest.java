package io.strandline.gateway.http;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.arrow.ArrowStream;
import io.strandline.gateway.session.LoneQueries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** A query as HTTP has it: {@code sql} and what belongs to it, in the URL; the text may be the body instead. */
final class QueryRequest {
    private static final String SQL = "sql";
    private static final String PARAMETER = "parameter";
    private static final String MAX_ROWS = "max_rows";
    private static final List<String> OPTIONS = List.of("time_zone", "catalog", "schema");
    private static final List<String> NAMES = List.of(SQL, PARAMETER, MAX_ROWS, "time_zone", "catalog", "schema");
    private static final List<String> TAKEN = List.of(ArrowStream.CONTENT_TYPE, "application/*", "*/*");

    private QueryRequest() {}

    /** Whether the client takes Arrow's stream; one that says nothing does. */
    static boolean takesArrow(Request request) {
        List<String> accepted = request.getHeaders().getQualityCSV(HttpHeader.ACCEPT);
        return accepted.isEmpty() || accepted.stream().map(QueryRequest::type).anyMatch(TAKEN::contains);
    }

    /** A media type without its parameters. */
    private static String type(String accepted) {
        int end = accepted.indexOf(';');
        return Text.lower((end < 0 ? accepted : accepted.substring(0, end)).strip());
    }

    /**
     * Checks that the client takes what it would get.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT}
     */
    static void requireArrow(Request request) {
        if (!takesArrow(request)) {
            throw wrong("answers are " + ArrowStream.CONTENT_TYPE
                    + ", which the Accept header leaves out. Accept it, or" + " leave the header out.");
        }
    }

    /**
     * The query of a request.
     *
     * @param body the query's text if the URL does not have it; empty for none
     * @throws StrandlineException {@code BAD_ARGUMENT} naming what is wrong
     */
    static LoneQueries.Query of(Request request, String body) {
        Fields fields = fields(request);
        fields.getNames().forEach(QueryRequest::requireKnown);
        String sql = one(fields, SQL);
        if (sql.isEmpty() == body.isEmpty()) {
            throw wrong(
                    "give the query once: as sql in the URL, as in /query?sql=SELECT%201, or as the body of a POST.");
        }
        Map<String, String> options = new HashMap<>();
        OPTIONS.forEach(name -> options.put(name, one(fields, name)));
        List<String> parameters = fields.getValues(PARAMETER);
        return new LoneQueries.Query(
                sql.isEmpty() ? body : sql,
                parameters == null ? List.of() : parameters,
                options,
                maxRows(one(fields, MAX_ROWS)));
    }

    private static Fields fields(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (RuntimeException e) {
            throw wrong("the URL's parameters cannot be read: they are not UTF-8, percent-encoded. Encode them so.");
        }
    }

    private static void requireKnown(String name) {
        if (!NAMES.contains(name)) {
            throw wrong("no parameter \"" + Text.cut(name, 100) + "\" of the URL" + Text.didYouMean(name, NAMES)
                    + " There are " + String.join(", ", NAMES) + ".");
        }
    }

    /** The one value of that name; empty if it is not given. */
    private static String one(Fields fields, String name) {
        List<String> values = fields.getValues(name);
        if (values == null) {
            return "";
        }
        if (values.size() > 1) {
            throw wrong("parameter " + name + " of the URL is given " + values.size() + " times. Give it once.");
        }
        return values.get(0);
    }

    private static long maxRows(String text) {
        try {
            long rows = text.isEmpty() ? Long.MAX_VALUE : Long.parseLong(text);
            if (rows > 0) {
                return rows;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw wrong("parameter " + MAX_ROWS + " of the URL is not a number above zero. Correct it, or leave it out.");
    }

    private static StrandlineException wrong(String what) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, what);
    }
}
