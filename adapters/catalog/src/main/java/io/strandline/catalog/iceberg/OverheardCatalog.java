package io.strandline.catalog.iceberg;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTSessionCatalog;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.jspecify.annotations.Nullable;

/**
 * A REST catalog that asks for credentials with each table, and tells what was answered: Iceberg's own mixes them with its
 * configuration and gives them to a FileIO. For one request; it opens no store.
 */
final class OverheardCatalog extends RESTCatalog {
    private static final String HEADER = "header.X-Iceberg-Access-Delegation";

    private final AtomicReference<@Nullable LoadTableResponse> heard;

    OverheardCatalog(Duration limit) {
        this(limit, new AtomicReference<>());
    }

    private OverheardCatalog(Duration limit, AtomicReference<@Nullable LoadTableResponse> heard) {
        super(properties -> client(properties, limit, heard));
        this.heard = heard;
    }

    private static RESTClient client(
            Map<String, String> properties, Duration limit, AtomicReference<@Nullable LoadTableResponse> heard) {
        Map<String, String> asking = new HashMap<>(properties);
        asking.put(HEADER, "vended-credentials");
        return new Listening(RestHttp.client(asking, limit), heard).proxy();
    }

    @Override
    protected RESTSessionCatalog newSessionCatalog(Function<Map<String, String>, RESTClient> clients) {
        return new RESTSessionCatalog(clients, (context, properties) -> new InMemoryFileIO());
    }

    /** The table as it was answered last. */
    LoadTableResponse heard() {
        LoadTableResponse answer = heard.get();
        if (answer == null) {
            throw new RESTException("the catalog answered no table");
        }
        return answer;
    }

    /** A client that keeps the table it was answered last. */
    private record Listening(RESTClient inner, AtomicReference<@Nullable LoadTableResponse> heard)
            implements InvocationHandler {
        RESTClient proxy() {
            return (RESTClient)
                    Proxy.newProxyInstance(RESTClient.class.getClassLoader(), new Class<?>[] {RESTClient.class}, this);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            Object answer;
            try {
                answer = method.invoke(inner, arguments);
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
            if (answer instanceof RESTClient other) {
                return new Listening(other, heard).proxy();
            }
            if (answer instanceof LoadTableResponse table) {
                heard.set(table);
            }
            return answer;
        }
    }
}
