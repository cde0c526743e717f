package io.strandline.manifest.store;

import static io.strandline.manifest.store.Tables.BASE_URI;
import static io.strandline.manifest.store.Tables.COMMITTED_AT;
import static io.strandline.manifest.store.Tables.COMMITTER;
import static io.strandline.manifest.store.Tables.COMMIT_ID;
import static io.strandline.manifest.store.Tables.DATASET;
import static io.strandline.manifest.store.Tables.DATASET_ID;
import static io.strandline.manifest.store.Tables.DATASET_SEEN;
import static io.strandline.manifest.store.Tables.DELETED;
import static io.strandline.manifest.store.Tables.DELETED_AT;
import static io.strandline.manifest.store.Tables.IDENTITY;
import static io.strandline.manifest.store.Tables.LATEST_VERSION;
import static io.strandline.manifest.store.Tables.OPENED_AT;
import static io.strandline.manifest.store.Tables.PATH;
import static io.strandline.manifest.store.Tables.PLACE_KEY;
import static io.strandline.manifest.store.Tables.SCHEME;
import static io.strandline.manifest.store.Tables.SIZE_BYTES;
import static io.strandline.manifest.store.Tables.STATE;
import static io.strandline.manifest.store.Tables.TAKES_IN;
import static io.strandline.manifest.store.Tables.VERSION;
import static io.strandline.manifest.store.Tables.VERSION_COUNT;
import static io.strandline.manifest.store.Tables.VERSION_ID;
import static io.strandline.manifest.store.Tables.VERSION_SEEN;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.KnownDataset;
import io.strandline.manifest.KnownVersion;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestListing;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;

/** The index in the store's database. Each write of a commit is one statement. Thread-safe, also across processes on PostgreSQL. */
public final class StoredManifests implements ManifestStore, ManifestListing {
    private static final List<Field<?>> ENTRY =
            List.of(IDENTITY, BASE_URI, TAKES_IN, VERSION, PATH, SIZE_BYTES, COMMIT_ID);

    /** The first version that is detached. */
    private static final BigDecimal DETACHED = new ManifestVersion(Long.MIN_VALUE).toDecimal();

    private static final StoredTable<Long, KnownVersion> VERSIONS = StoredTable.of(VERSION_SEEN, VERSION_ID)
            .columns(BASE_URI, VERSION, PATH, SIZE_BYTES, STATE, COMMITTER, COMMITTED_AT)
            .needs(List.of(IDENTITY, TAKES_IN, COMMIT_ID))
            .map(row -> new KnownVersion(entry(row), row.get(COMMITTER), row.get(COMMITTED_AT)));

    private static final StoredTable<BigDecimal, ManifestEntry> ENTRIES =
            StoredTable.of(VERSION_SEEN, VERSION).needs(ENTRY).map(StoredManifests::entry);

    private static final StoredTable<Long, KnownDataset> DATASETS = StoredTable.of(DATASET_SEEN, DATASET_ID)
            .column("dataset_id", IDENTITY)
            .columns(BASE_URI, LATEST_VERSION, VERSION_COUNT, TAKES_IN, OPENED_AT)
            .map(StoredManifests::known);

    private final StoreDatabase store;
    private final LocationRules rules;
    private final Clock clock;

    /** On that store, opened with the module {@code manifest}; bases are compared by these rules. */
    public StoredManifests(StoreDatabase store, LocationRules rules, Clock clock) {
        this.store = store;
        this.rules = rules;
        this.clock = clock;
    }

    private String key(Location base) {
        LocationRules.Key key = rules.key(base);
        return key.scheme() + "://" + key.authority() + key.path();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    @Override
    public Dataset open(Location base) {
        return find(base).orElseGet(() -> {
            String key = key(base);
            return store.write(dsl -> {
                insert(dsl, base, key);
                return found(dsl, key)
                        .orElseThrow(() -> new StrandlineException(
                                ErrorCode.CONFLICT, base + " was deleted while it was opened. Open it again."));
            });
        });
    }

    private void insert(DSLContext dsl, Location base, String key) {
        int made = dsl.insertInto(DATASET)
                .set(IDENTITY, UUID.randomUUID().toString())
                .set(PLACE_KEY, key)
                .set(BASE_URI, base.text())
                .set(TAKES_IN, false)
                .set(OPENED_AT, now())
                .onConflictDoNothing()
                .execute();
        if (made == 1) {
            // by itself, since the insert may have waited for whoever deletes the one before
            dsl.update(DATASET)
                    .set(TAKES_IN, true)
                    .where(PLACE_KEY.eq(key))
                    .and(DSL.notExists(dsl.selectOne().from(DELETED).where(PLACE_KEY.eq(key))))
                    .execute();
        }
    }

    @Override
    public Optional<Dataset> find(Location base) {
        return store.read(dsl -> found(dsl, key(base)));
    }

    private static Optional<Dataset> found(DSLContext dsl, String key) {
        return dsl.select(IDENTITY, BASE_URI, TAKES_IN)
                .from(DATASET)
                .where(PLACE_KEY.eq(key))
                .fetchOptional(StoredManifests::dataset);
    }

    @Override
    public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
        return store.read(dsl -> entry(dsl, PLACE_KEY.eq(key(base)), version));
    }

    private static Optional<ManifestEntry> entry(DSLContext dsl, Condition of, ManifestVersion version) {
        return dsl.select(ENTRY)
                .from(VERSION_SEEN)
                .where(of)
                .and(VERSION.eq(version.toDecimal()))
                .fetchOptional(StoredManifests::entry);
    }

    @Override
    public Optional<ManifestEntry> latest(Location base) {
        return store.read(dsl -> latest(dsl, PLACE_KEY.eq(key(base))));
    }

    private static Optional<ManifestEntry> latest(DSLContext dsl, Condition of) {
        return dsl.select(ENTRY)
                .from(VERSION_SEEN)
                .where(of)
                .and(VERSION.lt(DETACHED))
                .orderBy(VERSION.desc())
                .limit(1)
                .fetchOptional(StoredManifests::entry);
    }

    @Override
    public Stream<ManifestEntry> entries(Location base) {
        return ENTRIES.rows(store, Wanted.all(Set.of()), PLACE_KEY.eq(key(base)), () -> {});
    }

    @Override
    public ClaimAnswer putIfNotExists(Claim claim) {
        try {
            return insert(claim) ? new ClaimAnswer.Claimed() : notClaimed(claim).orElseGet(() -> first(claim));
        } catch (Deleted e) {
            return new ClaimAnswer.Gone();
        }
    }

    /** The first commit of a dataset says by which names the later ones are claimed. */
    private ClaimAnswer first(Claim claim) {
        NamingScheme scheme = claim.scheme();
        if (scheme != null) {
            store.writeAlone(dsl -> dsl.execute(
                    Statements.SETTLE, scheme.name(), claim.dataset().identity()));
        }
        return insert(claim)
                ? new ClaimAnswer.Claimed()
                : notClaimed(claim)
                        .orElseThrow(() -> new StrandlineException(
                                ErrorCode.STORE,
                                claim.dataset().base() + ": its records changed while version " + claim.version()
                                        + " was claimed. Try again."));
    }

    /** Why a claim was not recorded; empty if nothing is in its way now. */
    private Optional<ClaimAnswer> notClaimed(Claim claim) {
        Condition of = IDENTITY.eq(claim.dataset().identity());
        return store.read(dsl -> {
            Optional<ManifestEntry> taken = entry(dsl, of, claim.version());
            if (taken.isPresent()) {
                return taken.map(ClaimAnswer.Taken::new);
            }
            if (!dsl.fetchExists(DATASET, of)) {
                return Optional.of(new ClaimAnswer.Gone());
            }
            if (!claim.isCommit() || claim.version().isDetached()) {
                return Optional.empty();
            }
            return latest(dsl, of)
                    .map(ManifestEntry::version)
                    .filter(latest -> latest.compareTo(claim.version()) > 0)
                    .<ClaimAnswer>map(ClaimAnswer.BelowLatest::new)
                    .or(() -> scheme(dsl, of)
                            .filter(used -> used != claim.scheme())
                            .map(ClaimAnswer.OtherScheme::new));
        });
    }

    /** The dataset was deleted while the claim was written. */
    private static final class Deleted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Deleted(IntegrityConstraintViolationException cause) {
            super(cause);
        }
    }

    private boolean insert(Claim claim) {
        return store.writeAlone(dsl -> {
            try {
                return Statements.claim(dsl, store.isShared(), claim, clock.millis());
            } catch (IntegrityConstraintViolationException e) {
                throw new Deleted(e);
            }
        });
    }

    @Override
    public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
        return store.writeAlone(
                dsl -> dsl.execute(Statements.POINT, path, size, Statements.kept(version), dataset.identity()) == 1);
    }

    @Override
    public Optional<NamingScheme> scheme(Location base) {
        return store.read(dsl -> scheme(dsl, PLACE_KEY.eq(key(base))));
    }

    private static Optional<NamingScheme> scheme(DSLContext dsl, Condition of) {
        return dsl.select(SCHEME).from(DATASET).where(of).fetchOptional(SCHEME).map(NamingScheme::valueOf);
    }

    @Override
    public boolean setScheme(Dataset dataset, NamingScheme scheme) {
        return store.writeAlone(dsl -> dsl.execute(Statements.SET_SCHEME, scheme.name(), dataset.identity()) == 1);
    }

    @Override
    public boolean delete(Dataset dataset) {
        String key = key(dataset.base());
        return store.write(dsl -> {
            if (dsl.deleteFrom(DATASET).where(IDENTITY.eq(dataset.identity())).execute() == 0) {
                return false;
            }
            dsl.insertInto(DELETED)
                    .set(PLACE_KEY, key)
                    .set(DELETED_AT, now())
                    .onConflict(PLACE_KEY)
                    .doUpdate()
                    .set(DELETED_AT, now())
                    .execute();
            return true;
        });
    }

    @Override
    public Stream<KnownDataset> datasets(Wanted wanted, CallContext call) {
        return DATASETS.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public Stream<KnownVersion> versions(Wanted wanted, CallContext call) {
        return VERSIONS.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    private static Dataset dataset(Record row) {
        return new Dataset(row.get(IDENTITY), Location.parse(row.get(BASE_URI)), row.get(TAKES_IN));
    }

    private static ManifestEntry entry(Record row) {
        return new ManifestEntry(
                dataset(row),
                ManifestVersion.of(row.get(VERSION)),
                row.get(PATH),
                row.get(SIZE_BYTES),
                row.get(COMMIT_ID));
    }

    private static KnownDataset known(Record row) {
        BigDecimal latest = row.get(LATEST_VERSION);
        return new KnownDataset(
                dataset(row),
                latest == null ? null : ManifestVersion.of(latest),
                row.get(VERSION_COUNT),
                row.get(OPENED_AT));
    }
}
