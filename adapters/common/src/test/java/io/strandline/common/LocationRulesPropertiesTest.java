package io.strandline.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.LocationRules.Relation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

class LocationRulesPropertiesTest {
    private final LocationRules rules =
            LocationRules.defaults().withEqualAuthorities("hdfs", "ns", "").withEqualAuthorities("s3", "b", "c");

    /** LOC-1: being one place is an equivalence, so that no chain of comparisons contradicts another. */
    @Property(tries = 2000)
    void sameIsAnEquivalence(@ForAll("places") Location a, @ForAll("places") Location b, @ForAll("places") Location c) {
        assertThat(rules.same(a, a)).isTrue();
        assertThat(rules.relation(a, b)).isEqualTo(rules.relation(b, a));
        if (rules.same(a, b)) {
            assertThat(rules.same(b, c)).isEqualTo(rules.same(a, c));
            assertThat(rules.contains(c, a)).isEqualTo(rules.contains(c, b));
        }
    }

    /** A key stands for its place. */
    @Property(tries = 2000)
    void keysAreEqualExactlyForOnePlace(@ForAll("places") Location a, @ForAll("places") Location b) {
        assertThat(rules.key(a).equals(rules.key(b))).isEqualTo(rules.same(a, b));
    }

    /** Hints never leave a pair out: one place has one hash, and a directory's is among those above what it holds. */
    @Property(tries = 3000)
    void hashesLeaveNoPairOut(@ForAll("places") Location a, @ForAll("places") Location b) {
        PathHashes one = new PathHashes();
        PathHashes other = new PathHashes();
        one.read(a.text());
        other.read(b.text());
        if (rules.same(a, b)) {
            assertThat(one.key()).isEqualTo(other.key());
        }
        if (rules.isStrictlyBelow(a, b)) {
            assertThat(LongStream.range(0, other.depth()).map(i -> other.above((int) i)))
                    .contains(one.key());
        }
    }

    /** A location is read as this pattern says, only faster. */
    @Property(tries = 3000)
    void aLocationIsReadAsThePatternSays(
            @ForAll @CharRange(from = '+', to = 'z') @StringLength(min = 1, max = 12) String text) {
        Matcher matcher =
                Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?(.*)").matcher(text);
        Location location = Location.parse(text);
        if (matcher.matches()) {
            assertThat(location.scheme()).isEqualTo(Text.lower(matcher.group(1)));
            assertThat(location.authority()).isEqualTo(matcher.group(2) == null ? "" : matcher.group(2));
            assertThat(location.path()).isEqualTo(matcher.group(3));
        } else {
            assertThat(location).isEqualTo(new Location(text, "file", "", text));
        }
    }

    /** LOC-3: what lies in both of two directories lies in nested ones. */
    @Property(tries = 2000)
    void containmentNests(@ForAll("places") Location a, @ForAll("places") Location b, @ForAll("places") Location c) {
        if (rules.contains(a, b) && rules.contains(b, c)) {
            assertThat(rules.contains(a, c)).isTrue();
        }
        if (rules.contains(a, c) && rules.contains(b, c)) {
            assertThat(rules.contains(a, b) || rules.contains(b, a)).isTrue();
        }
        assertThat(rules.isStrictlyBelow(a, b) && rules.isStrictlyBelow(b, a)).isFalse();
    }

    /** LOC-3: a longer last segment is a sibling, never a child. */
    @Property
    void aLongerNameIsASibling(@ForAll("places") Location a, @ForAll("segments") String tail) {
        if (!a.path().endsWith("/") && !a.path().isEmpty()) {
            Location sibling = Location.parse(a.text() + tail);
            assertThat(rules.containment(a, sibling)).isEqualTo(Relation.DIFFERENT);
            assertThat(rules.isStrictlyBelow(a, Location.parse(a.text() + "/" + tail)))
                    .isTrue();
        }
    }

    /** The order of names is the order of their UTF-8 bytes, as databases compare them. */
    @Property(tries = 2000)
    void codePointOrderIsByteOrder(@ForAll("names") String a, @ForAll("names") String b) {
        int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(Text.BY_CODE_POINT.compare(a, b))).isEqualTo(Integer.signum(bytes));
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of("a", "Z", "\uFFFD", "\uE000", "\uD7FF", "\uD83D\uDE00", "é")
                .list()
                .ofMaxSize(4)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> segments() {
        return Arbitraries.of("a", "ab", "a_2", "%2F", "x y", "é");
    }

    @Provide
    Arbitrary<Location> places() {
        Arbitrary<String> roots = Arbitraries.of(
                "s3://b", "s3a://b", "s3://c", "s3n://d", "hdfs:", "hdfs://ns", "hdfs://n2", "file://", "");
        Arbitrary<String> paths = Arbitraries.of("a", "ab", "", "..", ".")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(parts -> "/" + String.join("/", parts));
        return Combinators.combine(roots, paths).as((root, path) -> Location.parse(root + path));
    }
}
