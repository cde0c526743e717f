package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Hands out credentials for the files of tables: to who may have them, for the table's own places, for a while (CAT-11). Each
 * handing out is audited, without the secrets (CAT-12). Thread-safe.
 */
public final class TableCredentials {
    static final String VEND = "vend_credentials";

    private final Catalogs catalogs;
    private final LocationRules rules;
    private final Clock clock;

    /**
     * Credentials for tables of those catalogs.
     *
     * @param rules which places are one
     */
    public TableCredentials(Catalogs catalogs, LocationRules rules, Clock clock) {
        this.catalogs = catalogs;
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * Credentials for a table, the one with the longest prefix first.
     *
     * @param place a file or directory of the table: only the credential for it; empty for all
     * @throws StrandlineException {@code NOT_ALLOWED} for a caller who may not have such access, and for a place that is not
     *     the table's; {@code NO_SUCH_TABLE}; {@code NOT_SUPPORTED} where none are made; {@code BACKEND} if making them
     *     failed; {@code REFUSED} if they would open more than the table, or would never end
     */
    public List<VendedCredentials> vend(TableRef table, Access access, Optional<String> place, CallContext call) {
        call.caller().require(access.role(), VEND + " with access " + access);
        call.caller().requireUnlimited(VEND);
        Optional<Location> wanted = place.map(Location::parse);
        TableCatalog catalog = catalogs.get(table.catalog());
        CredentialVending vending = catalog.credentials()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        table + ": a catalog of type " + catalog.type()
                                + " makes no credentials itself. Those of type rest do, where their server is set up for"
                                + " it; for tables on S3 strandline.sts.role-arn lets AWS make them."));
        Intent intent = new Intent(
                "catalog." + VEND,
                table.toString(),
                IntentProof.of(table).put("access", access.name()).toString());
        Vend vend = new Vend(() -> made(vending, table, access, wanted, call));
        Outcome outcome = call.effects().carryOut(intent, vend);
        if (vend.failure != null) {
            throw vend.failure;
        }
        if (!outcome.done()) {
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, table + ": " + outcome.detail());
        }
        return vend.credentials;
    }

    /** Making and judging them, where a failure is told to the audit and to the caller alike. */
    private static final class Vend implements Effects.Change {
        private final Supplier<List<VendedCredentials>> making;
        private List<VendedCredentials> credentials = List.of();
        private @Nullable StrandlineException failure;

        Vend(Supplier<List<VendedCredentials>> making) {
            this.making = making;
        }

        @Override
        public Outcome make() {
            try {
                credentials = making.get();
                return new Outcome.Done(
                        null,
                        credentials.stream().map(VendedCredentials::toString).collect(Collectors.joining("; ")));
            } catch (StrandlineException e) {
                // nobody has been given anything, whatever the catalog made
                failure = e;
                return Outcome.refused(Text.lower(e.code().name()), StrandlineException.describe(e));
            }
        }
    }

    private List<VendedCredentials> made(
            CredentialVending vending, TableRef table, Access access, Optional<Location> wanted, CallContext call) {
        Instant now = clock.instant();
        CredentialVending.Minted minted = vending.mint(table, access, call).orElseThrow(() -> OneCommit.noTable(table));
        CredentialNarrowing narrowing =
                new CredentialNarrowing(table, access, rules, now, now.plus(vending.longestUse()), call::warn);
        return narrowing.of(minted, wanted);
    }

    /** Of a gateway that died meanwhile nobody knows whether its caller was told the secrets (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                "catalog." + VEND,
                intent -> Outcome.unknown(
                        "the gateway ended before it was told whether its caller had the credentials of "
                                + intent.target() + "; they end by themselves"));
    }
}
