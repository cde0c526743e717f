package io.strandline.gateway.http;

import io.strandline.common.Text;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of others from asking this gateway by way of a browser that can reach it: pages say where they come from,
 * and where they do not, because a name of theirs was made to mean this machine, they use that name.
 */
final class WebPages {
    /** What browsers say of where a request comes from (Fetch Metadata). */
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[?[0-9a-f:.]+\\]?");

    private WebPages() {}

    /**
     * Why a request is refused; null if it is not.
     *
     * @param open whether it needs no login: a gateway that anybody may ask listens on this machine only, and so is asked by
     *     one of its own names
     */
    static @Nullable String refusal(Request request, boolean open) {
        String site = request.getHeaders().get(FETCH_SITE);
        if (request.getHeaders().contains(HttpHeader.ORIGIN) || (site != null && !site.equals("none"))) {
            return "Web pages may not send statements to this gateway.\n";
        }
        String host = Request.getServerName(request);
        if (open && host != null && !isThisMachine(Text.lower(host))) {
            return "A gateway without users is asked as localhost or by a loopback address only.\n";
        }
        return null;
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
