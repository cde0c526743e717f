package io.strandline.registry.store;

import static io.strandline.registry.store.Tables.CATALOG_NAME;
import static io.strandline.registry.store.Tables.CONNECTION_NAME;
import static io.strandline.registry.store.Tables.DIRECTORY;
import static io.strandline.registry.store.Tables.FOLLOWS;
import static io.strandline.registry.store.Tables.LAST_ERROR;
import static io.strandline.registry.store.Tables.LOCATION;
import static io.strandline.registry.store.Tables.NAMESPACE;
import static io.strandline.registry.store.Tables.OBJECT_LOCATION;
import static io.strandline.registry.store.Tables.PATH_KEY;
import static io.strandline.registry.store.Tables.REGISTRATION;
import static io.strandline.registry.store.Tables.REGISTRATION_ID;
import static io.strandline.registry.store.Tables.SOURCE;
import static io.strandline.registry.store.Tables.SOURCE_ID;
import static io.strandline.registry.store.Tables.SOURCE_KIND;
import static io.strandline.registry.store.Tables.TABLE_NAME;
import static io.strandline.registry.store.Tables.TABLE_UUID;

import io.strandline.common.Failpoint;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SqlNames;
import io.strandline.registry.Following;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceMoves;
import io.strandline.store.database.StoreDatabase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves of sources and of what follows them, in the store's tables {@code source} and {@code registration}. */
public final class StoredMoves implements SourceMoves, Following {
    private final StoreDatabase store;

    /** On that store, opened with the module {@code registry}. */
    public StoredMoves(StoreDatabase store) {
        this.store = store;
    }

    @Override
    public boolean move(Source from, Source to) {
        return store.write(dsl -> {
            boolean moved = dsl.update(SOURCE)
                            .set(OBJECT_LOCATION, to.object().text())
                            .set(DIRECTORY, to.directory().text())
                            .set(PATH_KEY, LocationRules.pathKey(to.directory()))
                            .where(SOURCE_KIND.eq(from.kind().text()))
                            .and(SOURCE_ID.eq(from.id()))
                            .and(OBJECT_LOCATION.eq(from.object().text()))
                            .and(DIRECTORY.eq(from.directory().text()))
                            .execute()
                    == 1;
            Failpoint.SOURCE_MOVE_UNCOMMITTED.reach();
            return moved;
        });
    }

    @Override
    public List<Registration> in(String connection, String catalog, List<String> namespace) {
        return store.read(dsl -> dsl.select(StoredRegistrations.ALL)
                .from(REGISTRATION)
                .where(FOLLOWS)
                .and(CONNECTION_NAME.eq(connection))
                .and(CATALOG_NAME.eq(catalog))
                .and(NAMESPACE.eq(SqlNames.dotted(namespace)))
                .orderBy(TABLE_NAME)
                .fetch(StoredRegistrations::registration));
    }

    @Override
    public boolean move(Registration from, Location to, @Nullable String tableUuid) {
        return store.write(dsl -> {
            boolean moved = dsl.update(REGISTRATION)
                            .set(LOCATION, to.text())
                            .set(TABLE_UUID, tableUuid == null ? from.tableUuid() : tableUuid)
                            .setNull(LAST_ERROR)
                            .where(REGISTRATION_ID.eq(from.id()))
                            .and(LOCATION.eq(from.location().text()))
                            .execute()
                    == 1;
            Failpoint.REGISTRATION_MOVE_UNCOMMITTED.reach();
            return moved;
        });
    }

    @Override
    public void note(String id, @Nullable String error) {
        store.write(dsl -> dsl.update(REGISTRATION)
                .set(LAST_ERROR, error)
                .where(REGISTRATION_ID.eq(id))
                .execute());
    }
}
