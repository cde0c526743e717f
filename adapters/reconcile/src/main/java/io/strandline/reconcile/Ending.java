package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.reconcile.Neighbours.Meeting;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides what only the end of a comparison can: what the limit hid, which names differ only by case, and which places meet. */
final class Ending {
    private final Connection connection;
    private final Findings findings;
    private final Settler settler;
    private final LimitedListing listing;
    private final CallContext call;

    Ending(Connection connection, Findings findings, Settler settler, LimitedListing listing, CallContext call) {
        this.connection = connection;
        this.findings = findings;
        this.settler = settler;
        this.listing = listing;
        this.call = call;
    }

    /**
     * All findings.
     *
     * @param unregistered names of tables that no registration has
     * @param unlisted registrations whose name the listing did not have
     */
    List<Finding> settle(List<String> unregistered, List<RegisteredPlace> unlisted, Neighbours neighbours) {
        Map<String, List<String>> collisions = collisions(unregistered, unlisted);
        Set<String> absent = absent(unlisted, collisions);
        List<Finding> settled = new ArrayList<>(settler.finish());
        settled.removeIf(finding -> isHidden(finding, collisions, absent));
        settled.addAll(caseCollisions(collisions, absent));
        if (listing.wasCut()) {
            settled.add(findings.truncated((int) listing.count()));
        }
        settled.addAll(meetings(neighbours.find(absentTwins(collisions, absent))));
        return settled;
    }

    /** By folded name, unregistered tables of which there is an absent registration that differs only by case (LOC-6). */
    private Map<String, List<String>> collisions(List<String> unregistered, List<RegisteredPlace> unlisted) {
        Map<String, List<String>> twins = new HashMap<>();
        if (unregistered.isEmpty()) {
            return twins;
        }
        unlisted.stream()
                .filter(registered -> listing.reached(registered.table()))
                .forEach(registered -> twins.put(Text.fold(registered.table()), new ArrayList<>(0)));
        if (!twins.isEmpty()) {
            for (String name : unregistered) {
                List<String> sameFold = twins.get(Text.fold(name));
                if (sameFold != null) {
                    sameFold.add(name);
                }
            }
        }
        twins.values().removeIf(List::isEmpty);
        return twins;
    }

    private boolean isHidden(Finding finding, Map<String, List<String>> collisions, Set<String> absent) {
        String table = finding.table();
        if (table == null || collisions.isEmpty()) {
            return finding.kind() == FindingKind.MISSING && listing.wasCut();
        }
        return (finding.kind() == FindingKind.MISSING && listing.wasCut())
                || (finding.kind() == FindingKind.ORPHAN && collisions.containsKey(Text.fold(table)))
                || absent.contains(table);
    }

    /** Names of the registrations that collide, in order. */
    private Set<String> absent(List<RegisteredPlace> unlisted, Map<String, List<String>> collisions) {
        Set<String> absent = new LinkedHashSet<>();
        if (!collisions.isEmpty()) {
            unlisted.stream()
                    .map(RegisteredPlace::table)
                    .filter(name -> listing.reached(name) && collisions.containsKey(Text.fold(name)))
                    .forEach(absent::add);
        }
        return absent;
    }

    private List<Finding> caseCollisions(Map<String, List<String>> collisions, Set<String> absent) {
        List<Finding> collided = new ArrayList<>();
        settler.registrations(absent).forEach((name, registration) -> {
            List<TableRef> twins = collisions.getOrDefault(Text.fold(name), List.of()).stream()
                    .map(connection::table)
                    .toList();
            collided.add(findings.caseCollision(registration, twins));
        });
        return collided;
    }

    private static Map<String, Set<String>> absentTwins(Map<String, List<String>> collisions, Set<String> absent) {
        Map<String, Set<String>> absentTwins = new HashMap<>();
        for (String name : absent) {
            collisions
                    .getOrDefault(Text.fold(name), List.of())
                    .forEach(twin -> absentTwins
                            .computeIfAbsent(twin, table -> new HashSet<>())
                            .add(name));
        }
        return absentTwins;
    }

    private List<Finding> meetings(List<Meeting> meetings) {
        List<Finding> met = new ArrayList<>();
        Map<String, Registration> kept =
                settler.registrations(meetings.stream().map(Meeting::table).toList());
        for (Meeting meeting : meetings) {
            call.checkpoint();
            met.addAll(findings.meeting(meeting, kept.get(meeting.table())));
        }
        return met;
    }
}
