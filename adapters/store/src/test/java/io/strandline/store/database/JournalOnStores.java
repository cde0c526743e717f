package io.strandline.store.database;

import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Gateways on stores of every dialect, closed after each test. */
abstract class JournalOnStores {
    static final Intent DROP = new Intent("test.drop", "prod.sales.orders", "{\"why\":\"orphan\"}");

    @TempDir
    Path directory;

    final TestClock clock = new TestClock();
    final List<Gateway> started = new ArrayList<>();

    Gateway gateway(Dialect dialect, Map<String, EffectResolver> resolvers) {
        Gateway gateway = Gateway.start(Stores.fresh(dialect, directory), clock, resolvers);
        started.add(gateway);
        return gateway;
    }

    Gateway gateway(Dialect dialect) {
        return gateway(dialect, Map.of());
    }

    @AfterEach
    void close() {
        started.forEach(Gateway::close);
    }
}
