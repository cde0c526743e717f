package io.strandline.gateway.system;

import io.strandline.sqlkit.SqlModule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Adds to modules what SQL says of them all, itself included. */
public final class SystemModules {
    private SystemModules() {}

    /**
     * Those modules, and {@code information_schema} and more of {@code runtime} that describe every one.
     *
     * @param version the product's version
     */
    public static List<SqlModule> around(List<SqlModule> modules, String version) {
        AtomicReference<Descriptors> described = new AtomicReference<>();
        Supplier<Descriptors> descriptors = described::get;
        List<SqlModule> all = new ArrayList<>(modules);
        all.add(new InformationSchema(descriptors));
        all.add(new RuntimeModule(descriptors, version));
        described.set(new Descriptors(all));
        return List.copyOf(all);
    }
}
