package io.strandline.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.LocationRules.Relation;
import org.junit.jupiter.api.Test;

/** Sets of very many places (CAT-17, LOC-1, LOC-2, LOC-4). */
class PlaceSetTest {
    private static PlaceSet of(LocationRules rules, String... places) {
        PlaceSet set = new PlaceSet(rules);
        for (String place : places) {
            assertThat(set.add(Location.parse(place))).as(place).isTrue();
        }
        return set;
    }

    private static Relation relation(PlaceSet set, String place) {
        return set.relation(Location.parse(place));
    }

    /** Cases 12 and 13: what is one place is in it however it is written; nothing is decoded or collapsed. */
    @Test
    void findsAPlaceHoweverItIsWritten() {
        PlaceSet set = of(LocationRules.defaults(), "s3://b/t/f", "/w/t/f", "s3://b//x");
        assertThat(relation(set, "s3a://b/t/f")).isEqualTo(Relation.SAME);
        assertThat(relation(set, "file:///w/t/f")).isEqualTo(Relation.SAME);
        assertThat(relation(set, "s3://b/x")).isEqualTo(Relation.DIFFERENT);
        assertThat(relation(set, "s3://b/t/f2")).isEqualTo(Relation.DIFFERENT);
        assertThat(set.add(Location.parse("s3n://b/t/f"))).isFalse();
    }

    /** Cases 4 and 5: a missing host or another scheme is doubtful, another bucket is another place, unless declared. */
    @Test
    void tellsADoubtfulPrefixFromAnotherPlace() {
        PlaceSet set = of(LocationRules.defaults(), "hdfs:/x/f", "s3://one/x/g");
        assertThat(relation(set, "hdfs://ns1/x/f")).isEqualTo(Relation.PREFIX_MISMATCH);
        assertThat(relation(set, "gs://one/x/g")).isEqualTo(Relation.PREFIX_MISMATCH);
        assertThat(relation(set, "s3://two/x/g")).isEqualTo(Relation.DIFFERENT);
        LocationRules declared = LocationRules.defaults()
                .withEqualAuthorities("hdfs", "ns1", "")
                .withEqualAuthorities("s3", "one", "two");
        PlaceSet equal = of(declared, "hdfs:/x/f", "s3://one/x/g");
        assertThat(relation(equal, "hdfs://ns1/x/f")).isEqualTo(Relation.SAME);
        assertThat(relation(equal, "s3://two/x/g")).isEqualTo(Relation.SAME);
    }

    /** No two of very many are taken for one. */
    @Test
    void tellsVeryManyApart() {
        PlaceSet set = new PlaceSet(LocationRules.defaults());
        for (int i = 0; i < 300_000; i++) {
            assertThat(set.add(Location.parse("s3://lake/sales/orders/data/" + i + ".parquet")))
                    .isTrue();
        }
        assertThat(relation(set, "s3://lake/sales/orders/data/300000.parquet")).isEqualTo(Relation.DIFFERENT);
        assertThat(relation(set, "s3://lake/sales/orders/data/299999.parquet")).isEqualTo(Relation.SAME);
    }
}
