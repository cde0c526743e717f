package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** GW-3, REC-9: what a user of some connections makes known proves nothing about the tables of others. */
class SourcePlacesTest {
    private final Connections connections = new Connections(List.of(
            connection("north", "s3://north/"), connection("south", "s3://south/up/"), connection("both", "s3://x/")));

    private static Connection connection(String name, String place) {
        return new Connection(
                name, "lake", List.of("ns"), false, List.of(Location.parse(place)), null, null, "for tests");
    }

    private void check(Grants grants, String directory) {
        SourcePlaces.requireOwnPlace(
                Location.parse(directory),
                connections,
                LocationRules.defaults(),
                new Caller("nora", Role.OPERATOR, grants));
    }

    @Test
    void placesOfOthersAreRefused() {
        Grants north = Grants.of(Set.of("north"), Set.of());
        for (String place : List.of("s3://south/up/t", "s3://south/up/", "s3://south/")) {
            assertThatThrownBy(() -> check(north, place))
                    .as(place)
                    .isInstanceOfSatisfying(
                            StrandlineException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
        }
        for (String place : List.of("s3://north/t", "s3://south/upper/t", "file:///own/data")) {
            assertThatCode(() -> check(north, place)).as(place).doesNotThrowAnyException();
        }
        assertThatCode(() -> check(Grants.ALL, "s3://south/up/t")).doesNotThrowAnyException();
    }
}
