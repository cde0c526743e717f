package io.strandline.catalog;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The places of one table, and which credentials stay within them (CAT-11). A prefix counts by whole path segments (LOC-3), and
 * one that is wider than the table's places is none of the table's: what it opens cannot be made less by saying so. Pure.
 *
 * @param places where the table's files lie
 */
record CredentialScope(List<Location> places, LocationRules rules) {
    CredentialScope {
        places = List.copyOf(places);
    }

    /** Whether the place is one of the table's or lies in one; false if that cannot be told. */
    boolean holds(Location place) {
        return places.stream().anyMatch(own -> rules.contains(own, place));
    }

    /** Whether a credential for that prefix opens nothing but the table's places. */
    boolean holds(String prefix) {
        return TablePlaces.parsed(prefix).filter(this::holds).isPresent();
    }

    /** The table's places without those that lie in another one. */
    List<Location> outermost() {
        return TablePlaces.outermost(places, rules);
    }

    /** Those within the table's places, the longest prefix first, so that the first that holds a file is the one for it. */
    List<VendedCredentials> within(List<VendedCredentials> credentials) {
        return credentials.stream()
                .filter(each -> holds(each.prefix()))
                .sorted(Comparator.comparingInt((VendedCredentials each) -> length(each.prefix()))
                        .reversed())
                .toList();
    }

    /** The one for a place: of those that hold it the one with the longest prefix; empty if none does. */
    Optional<VendedCredentials> forPlace(Location place, List<VendedCredentials> credentials) {
        return within(credentials).stream()
                .filter(each -> rules.contains(Location.parse(each.prefix()), place))
                .findFirst();
    }

    /** Places that no credential is for. */
    List<Location> uncovered(List<VendedCredentials> credentials) {
        return outermost().stream()
                .filter(place -> forPlace(place, credentials).isEmpty())
                .toList();
    }

    private static int length(String prefix) {
        return LocationRules.pathKey(Location.parse(prefix)).length();
    }
}
