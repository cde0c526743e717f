package io.strandline.common;

import static io.strandline.common.LocationRules.Relation.DIFFERENT;
import static io.strandline.common.LocationRules.Relation.PREFIX_MISMATCH;
import static io.strandline.common.LocationRules.Relation.SAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.LocationRules.Relation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationRulesTest {
    private final LocationRules rules = LocationRules.defaults();

    /** LOC-1, LOC-2, LOC-4; cases 4, 5, 12 and 13. */
    @ParameterizedTest
    @CsvSource({
        "file:///w/t,     /w/t,           SAME",
        "file:/w/t,       /w/t,           SAME",
        "FILE:/w/t,       file:///w/t/,   SAME",
        "s3://b/t,        s3a://b/t,      SAME",
        "s3n://b/t,       s3a://b/t/,     SAME",
        "s3://b,          s3://b/,        SAME",
        "s3a://b//t,      s3://b//t,      SAME",
        "s3://b//t,       s3://b/t,       DIFFERENT",
        "s3://b/t//,      s3://b/t/,      DIFFERENT",
        "s3://one/t,      s3://two/t,     DIFFERENT",
        "s3://b/t,        s3://B/t,       DIFFERENT",
        "s3://b/p=a%2Fb,  s3://b/p=a/b,   DIFFERENT",
        "s3://b/p=a%2Fb,  s3://b/p=a%2fb, DIFFERENT",
        "s3://b/t,        gs://b/t,       DIFFERENT",
        "/w/t,            s3://b/w/t,     DIFFERENT",
        "s3://b/t,        s3://b/T,       DIFFERENT",
        "hdfs:/x/f,       hdfs://ns1/x/f, PREFIX_MISMATCH",
        "hdfs:/x/g,       hdfs://ns1/x/f, DIFFERENT",
        "file://host/w,   /w,             PREFIX_MISMATCH",
    })
    void placesAreOneOnlyWhereThatIsDeclared(String one, String other, Relation expected) {
        assertThat(relation(rules, one, other)).isEqualTo(expected);
        assertThat(relation(rules, other, one)).isEqualTo(expected);
    }

    /** LOC-3; cases 2, 8 and 10. */
    @ParameterizedTest
    @CsvSource({
        "/ns/my_table,   /ns/my_table/data/f,     SAME",
        "/ns/my_table,   /ns/my_table,            SAME",
        "/ns/my_table/,  /ns/my_table,            SAME",
        "/ns/my_table,   /ns/my_table_2,          DIFFERENT",
        "s3://b/ns/a,    s3://b/ns/ab,            DIFFERENT",
        "s3://b/ns/ab,   s3://b/ns/a,             DIFFERENT",
        "db/table,       db/table2/x,             DIFFERENT",
        "s3://b,         s3a://b/any/where,       SAME",
        "s3://b/,        s3://bb/any,             DIFFERENT",
        "s3://b/t,       s3://b/t/../other,       DIFFERENT",
        "s3://b/t,       s3://b/t/./x,            DIFFERENT",
        "s3://b/t,       s3://b/t/..x/y.,         SAME",
        "hdfs:/x,        hdfs://ns1/x/f,          PREFIX_MISMATCH",
    })
    void containmentGoesByWholeSegments(String directory, String location, Relation expected) {
        assertThat(rules.containment(Location.parse(directory), Location.parse(location)))
                .isEqualTo(expected);
    }

    /** REC-6, LOC-5. */
    @Test
    void thePrefixItselfIsNotStrictlyBelowIt() {
        Location prefix = Location.parse("s3://lake/resources/");
        assertThat(strictlyBelow(prefix, "s3://lake/resources")).isFalse();
        assertThat(strictlyBelow(prefix, "s3://lake/resources/")).isFalse();
        assertThat(strictlyBelow(prefix, "s3://lake/resources//")).isFalse();
        assertThat(strictlyBelow(prefix, "s3://lake")).isFalse();
        assertThat(strictlyBelow(prefix, "s3a://lake/resources/scripts/7")).isTrue();
        assertThat(rules.below(prefix, Location.parse("s3a://lake/resources/scripts/7/")))
                .isEqualTo("scripts/7");
    }

    /** LOC-1: more schemes by configuration, whatever the order of the declarations. */
    @Test
    void schemesAndAuthoritiesCanBeDeclaredEqual() {
        LocationRules more = rules.withEqualAuthorities("obs", "one", "two")
                .withEqualAuthorities("hdfs", "ns1", "")
                .withEqualSchemes("s3", "obs")
                .withEqualAuthorities("s3a", "two", "three");
        assertThat(relation(more, "obs://one/t", "s3n://three/t")).isEqualTo(SAME);
        assertThat(relation(more, "hdfs:/x/f", "hdfs://ns1/x/f")).isEqualTo(SAME);
        assertThat(relation(more, "hdfs:/x/f", "hdfs://ns2/x/f")).isEqualTo(PREFIX_MISMATCH);
        assertThat(relation(more, "s3://one/t", "gs://two/t")).isEqualTo(DIFFERENT);
        assertThat(relation(rules, "s3://one/t", "s3://two/t")).isEqualTo(DIFFERENT);
    }

    @Test
    void partsAreTakenAsTheyAreWritten() {
        Location location = Location.parse("abfss://box@acc.dfs.example/a b/%20?x#y");
        assertThat(location.scheme()).isEqualTo("abfss");
        assertThat(location.authority()).isEqualTo("box@acc.dfs.example");
        assertThat(location.path()).isEqualTo("/a b/%20?x#y");
        assertThat(location).hasToString("abfss://box@acc.dfs.example/a b/%20?x#y");
        assertThat(location.directory()).hasToString("abfss://box@acc.dfs.example/a b/");
        assertThat(Location.parse("s3://b").resolve("resources/")).hasToString("s3://b/resources/");
        assertThat(Location.parse("s3://b/").resolve("resources/")).hasToString("s3://b/resources/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "s3://b/\u0000", "/w/\nt"})
    void noTextAndControlCharactersAreNoLocation(String text) {
        assertThatThrownBy(() -> Location.parse(text))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT));
    }

    private static Relation relation(LocationRules rules, String one, String other) {
        return rules.relation(Location.parse(one), Location.parse(other));
    }

    private boolean strictlyBelow(Location directory, String location) {
        return rules.isStrictlyBelow(directory, Location.parse(location));
    }
}
