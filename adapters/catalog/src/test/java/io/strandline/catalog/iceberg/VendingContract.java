package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Access;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every backend says of credentials that nobody makes, where it is set up for none (CAT-11, CAT-19). */
abstract class VendingContract extends CatalogContract {
    /** Why there are none for that access, and what to do. */
    List<String> whyNoCredentials(Access access) {
        return List.of("type " + lake.catalog.type() + " makes no credentials itself", "strandline.sts.role-arn");
    }

    /** UNSUPPORTED with the reason, never an empty answer. */
    @Test
    void saysWhyItMakesNoCredentials() {
        TableRef ref = lake.table("sales", "orders");
        TableCredentials credentials =
                new TableCredentials(new Catalogs(List.of(lake.catalog)), LocationRules.defaults(), Clock.systemUTC());
        for (Access access : Access.values()) {
            TestEffects effects = new TestEffects(
                    intent -> credentials.resolvers().get(intent.action()).resolve(intent));
            assertThatThrownBy(() -> credentials.vend(ref, access, Optional.empty(), new TestCall(effects)))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                    .hasMessageContainingAll(whyNoCredentials(access).toArray(String[]::new));
            assertThat(effects.outcomes()).noneMatch(Outcome::done);
        }
    }
}
