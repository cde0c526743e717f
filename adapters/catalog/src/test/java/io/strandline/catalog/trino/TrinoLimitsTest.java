package io.strandline.catalog.trino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Access;
import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** CAT-19: what no Trino can do is refused before one is asked. */
class TrinoLimitsTest {
    private static final TableRef TABLE = new TableRef("lake", List.of("sales"), "orders");

    private static void assertUnsupported(ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("type trino");
    }

    @Test
    void whatTrinoCannotDoIsUnsupported() {
        try (TrinoCatalog catalog = TrinoCatalog.create(
                "lake", Map.of("type", "trino", "uri", "jdbc:trino://127.0.0.1:1", "catalog", "hive"))) {
            Catalogs catalogs = new Catalogs(List.of(catalog));
            LocationRules rules = LocationRules.defaults();
            StateCache states = new StateCache(1 << 20);
            Clock clock = Clock.systemUTC();
            TableCredentials credentials = new TableCredentials(catalogs, rules, clock);
            for (Access access : Access.values()) {
                assertUnsupported(() -> credentials.vend(TABLE, access, Optional.empty(), new TestCall()));
            }
            TableMaintenance maintenance =
                    new TableMaintenance(catalogs, ExternalLocations.none(), states, rules, clock, 1);
            ExpireOptions old = new ExpireOptions(null, null, Set.of(), false, false);
            assertUnsupported(() -> maintenance.expire(TABLE, old, true, new TestCall()));
            assertUnsupported(() ->
                    maintenance.removeOrphans(TABLE, Optional.empty(), Optional.empty(), false, true, new TestCall()));
            CatalogEntries entries = new CatalogEntries(catalogs, states, rules, clock);
            assertUnsupported(
                    () -> entries.rename(TABLE, new TableRef("lake", List.of("sales"), "other"), true, new TestCall()));
        }
    }
}
