package io.strandline.gateway.http;

import io.strandline.common.Text;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of others from asking this gateway by way of a browser that can reach it, and perhaps kept a login. Browsers
 * say where a request comes from (Fetch Metadata), but for GET over plain HTTP to another machine: there, one that has every
 * mark of a browser has to name a page of the gateway's own origin. A page whose name was made to mean this machine uses that
 * name. Programs send none of these headers and are not held up.
 */
final class WebPages {
    /** What browsers say of where a request comes from (Fetch Metadata). */
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    /** How every browser's name begins, which no page can change or leave out. */
    private static final String BROWSER = "Mozilla/";

    private static final String REFUSED =
            "Web pages of other sites may not send statements to this gateway. A browser's address bar may, over TLS or on"
                    + " the gateway's own machine; any other program may.\n";

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[?[0-9a-f:.]+\\]?");

    private WebPages() {}

    /**
     * Why a request is refused; null if it is not.
     *
     * @param open whether it needs no login: a gateway that anybody may ask listens on this machine only, and so is asked by
     *     one of its own names
     */
    static @Nullable String refusal(Request request, boolean open) {
        if (!isOwn(request)) {
            return REFUSED;
        }
        String host = Request.getServerName(request);
        if (open && host != null && !isThisMachine(Text.lower(host))) {
            return "A gateway without users is asked as localhost or by a loopback address only.\n";
        }
        return null;
    }

    /** Whether it comes from the gateway's own origin, from a person, or from a program that is no browser. */
    private static boolean isOwn(Request request) {
        HttpFields headers = request.getHeaders();
        String site = headers.get(FETCH_SITE);
        String origin = headers.get(HttpHeader.ORIGIN);
        if (site != null) {
            return site.equals("none") ? origin == null : site.equals("same-origin");
        }
        if (origin != null) {
            return isOfThisHost(origin, request);
        }
        String agent = headers.get(HttpHeader.USER_AGENT);
        // some programs give themselves a browser's name; none sends the languages that its user reads
        boolean browser = agent != null && agent.startsWith(BROWSER) && headers.contains(HttpHeader.ACCEPT_LANGUAGE);
        return !browser || isOfThisHost(headers.get(HttpHeader.REFERER), request);
    }

    /** Whether a page's address has the host and port that the request is sent to. */
    private static boolean isOfThisHost(@Nullable String page, Request request) {
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (page == null || host == null) {
            return false;
        }
        try {
            String authority = URI.create(page).getRawAuthority();
            return authority != null && Text.lower(authority).equals(Text.lower(host));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isThisMachine(String host) {
        if (host.equals("localhost") || host.endsWith(".localhost")) {
            return true;
        }
        try {
            return ADDRESS.matcher(host).matches()
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
