package io.strandline.catalog;

import io.strandline.catalog.CredentialVending.Credential;
import io.strandline.catalog.CredentialVending.Minted;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What of the credentials a catalog made for a table is handed out, and until when (CAT-11). Decides without I/O.
 *
 * @param access what they were made for
 * @param now when they were asked for
 * @param latest until when any may be used
 * @param warnings told of what is left out or shortened
 */
record CredentialNarrowing(
        TableRef table, Access access, LocationRules rules, Instant now, Instant latest, Consumer<String> warnings) {

    /**
     * Those for the table's own places, the longest prefix first.
     *
     * @param wanted a place of the table: only the one for it; empty for all
     * @throws StrandlineException {@link ErrorCode#NOT_ALLOWED} for a place that is not the table's; {@link
     *     ErrorCode#NOT_SUPPORTED} if there are none; {@link ErrorCode#REFUSED} if all open more than the table, or one never
     *     ends; {@link ErrorCode#BACKEND} if one has ended
     */
    List<VendedCredentials> of(Minted minted, Optional<Location> wanted) {
        CredentialScope scope = new CredentialScope(TablePlaces.of(minted.location(), minted.properties()), rules);
        wanted.ifPresent(place -> requireOwn(scope, place));
        List<Credential> within = within(scope, minted);
        List<VendedCredentials> all = new ArrayList<>();
        for (Credential each : within) {
            Instant end = end(each);
            List<String> prefixes = each.prefix() == null
                    ? scope.outermost().stream().map(Location::text).toList()
                    : List.of(each.prefix());
            prefixes.forEach(prefix -> all.add(new VendedCredentials(prefix, access, each.properties(), end)));
        }
        if (wanted.isPresent()) {
            Location place = wanted.orElseThrow();
            return List.of(scope.forPlace(place, all)
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.NOT_SUPPORTED,
                            table + ": its catalog made no credentials for " + shown(place) + ". Have it make some.")));
        }
        scope.uncovered(all)
                .forEach(place ->
                        warnings.accept(table + ": its catalog made no credentials for " + shown(place) + "."));
        return scope.within(all);
    }

    private void requireOwn(CredentialScope scope, Location place) {
        if (!scope.holds(place)) {
            throw new StrandlineException(
                    ErrorCode.NOT_ALLOWED,
                    shown(place) + " is not a place of table " + table
                            + ", so its credentials are not for it. Ask for those of the table that lies there.");
        }
    }

    /** Those that open nothing but this table. */
    private List<Credential> within(CredentialScope scope, Minted minted) {
        if (minted.credentials().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    table + ": its catalog made no credentials for it. Set up its server to vend them"
                            + " (X-Iceberg-Access-Delegation: vended-credentials).");
        }
        List<Credential> within = new ArrayList<>();
        List<String> wider = new ArrayList<>();
        for (Credential each : minted.credentials()) {
            String prefix = each.prefix();
            if (prefix == null ? !scope.places().isEmpty() : scope.holds(prefix)) {
                within.add(each);
            } else {
                wider.add(Text.cut(String.valueOf(prefix), 200));
            }
        }
        String told = table + ": its catalog made credentials for " + String.join(", ", wider)
                + ", which is not the table's alone; they are not handed out. Narrow them there.";
        if (within.isEmpty()) {
            throw new StrandlineException(ErrorCode.REFUSED, told);
        }
        if (!wider.isEmpty()) {
            warnings.accept(told);
        }
        return within;
    }

    private Instant end(Credential each) {
        if (!CredentialLife.ends(each.properties())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    table + ": its catalog gave " + each + " that never ends; it is not handed out."
                            + " Set up its server to give temporary ones.");
        }
        Instant end = CredentialLife.end(each.properties()).orElse(latest);
        if (!end.isAfter(now)) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    table + ": its catalog gave " + each + " that ended at " + end
                            + ". Check its clock and this machine's, and ask again.");
        }
        if (end.isAfter(latest)) {
            warnings.accept(table + ": the store takes " + each + " until " + end
                    + "; strandline.credentials-max-age lets" + " it be used until " + latest + ".");
            return latest;
        }
        return end;
    }

    private static String shown(Location place) {
        return Text.cut(place.text(), 200);
    }
}
