package io.strandline.gateway.http;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.calcite.avatica.remote.Service;

/** Which method of Avatica's service answers which request; the library's own dispatch is not open to others. */
final class Dispatch {
    private static final Map<Class<?>, BiFunction<Service, Service.Request, Service.Response>> METHODS =
            new HashMap<>();

    static {
        on(Service.PrepareAndExecuteRequest.class, Service::apply);
        on(Service.ExecuteRequest.class, Service::apply);
        on(Service.FetchRequest.class, Service::apply);
        on(Service.PrepareRequest.class, Service::apply);
        on(Service.CreateStatementRequest.class, Service::apply);
        on(Service.CloseStatementRequest.class, Service::apply);
        on(Service.OpenConnectionRequest.class, Service::apply);
        on(Service.CloseConnectionRequest.class, Service::apply);
        on(Service.ConnectionSyncRequest.class, Service::apply);
        on(Service.DatabasePropertyRequest.class, Service::apply);
        on(Service.SyncResultsRequest.class, Service::apply);
        on(Service.CommitRequest.class, Service::apply);
        on(Service.RollbackRequest.class, Service::apply);
        on(Service.PrepareAndExecuteBatchRequest.class, Service::apply);
        on(Service.ExecuteBatchRequest.class, Service::apply);
        on(Service.CatalogsRequest.class, Service::apply);
        on(Service.SchemasRequest.class, Service::apply);
        on(Service.TablesRequest.class, Service::apply);
        on(Service.TableTypesRequest.class, Service::apply);
        on(Service.ColumnsRequest.class, Service::apply);
        on(Service.TypeInfoRequest.class, Service::apply);
    }

    private Dispatch() {}

    private static <R extends Service.Request> void on(
            Class<R> type, BiFunction<Service, R, ? extends Service.Response> method) {
        METHODS.put(type, (service, request) -> method.apply(service, type.cast(request)));
    }

    /** The service's answer. */
    static Service.Response answer(Service service, Service.Request request) {
        BiFunction<Service, Service.Request, Service.Response> method = METHODS.get(request.getClass());
        if (method == null) {
            throw new IllegalArgumentException(
                    "no answer to a " + request.getClass().getSimpleName());
        }
        return method.apply(service, request);
    }
}
