package io.strandline.docs;

import static io.strandline.docs.Markdown.code;
import static io.strandline.docs.Markdown.link;

import io.strandline.common.ErrorCode;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One page for each error code, and their index. */
final class ErrorPages {
    private ErrorPages() {}

    /** By path below the reference. */
    static void addTo(Map<String, String> pages) {
        Markdown index = Markdown.page("Errors")
                .paragraph("Over JDBC each is a `SQLException` with this SQLSTATE and, as its error code, this number."
                        + " A number is never reused. *Retry* says whether the same statement can succeed later without"
                        + " anyone changing it.");
        index.table(
                List.of("SQLSTATE", "code", "name", "HTTP", "retry", "what to do"),
                Arrays.stream(ErrorCode.values()).map(ErrorPages::row).toList());
        pages.put("errors/README.md", index.toString());
        for (ErrorCode code : ErrorCode.values()) {
            pages.put("errors/" + file(code), page(code));
        }
    }

    private static List<String> row(ErrorCode code) {
        return List.of(
                code(code.sqlState()),
                Integer.toString(code.vendorCode()),
                link(title(code), file(code)),
                Integer.toString(code.httpStatus()),
                code.retryable() ? "yes" : "no",
                code.whatToDo());
    }

    private static String page(ErrorCode code) {
        return Markdown.page(code.sqlState() + ": " + title(code))
                .table(
                        List.of("property", "value"),
                        List.of(
                                List.of("SQLSTATE", code(code.sqlState())),
                                List.of("error code", Integer.toString(code.vendorCode())),
                                List.of("name", code(code.name())),
                                List.of("HTTP status", Integer.toString(code.httpStatus())),
                                List.of("worth a retry", code.retryable() ? "yes" : "no")))
                .paragraph("What to do: " + code.whatToDo())
                .paragraph(link("All errors", "README.md"))
                .toString();
    }

    private static String title(ErrorCode code) {
        return Text.lower(code.name()).replace('_', ' ');
    }

    private static String file(ErrorCode code) {
        return Text.lower(code.name()).replace('_', '-') + ".md";
    }
}
