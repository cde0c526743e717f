package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Wanted;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The real registrations, in which something happens, or fails, at a moment the test chooses. */
final class HookedRegistrations implements Registrations {
    volatile Runnable beforeNameIsAsked = () -> {};
    volatile Runnable beforePage = () -> {};
    volatile Runnable beforeIdIsAsked = () -> {};
    volatile Runnable beforeDelete = () -> {};
    private final Registrations real;

    HookedRegistrations(Registrations real) {
        this.real = real;
    }

    @Override
    public Stream<Registration> in(String connection, String catalog, List<String> namespace) {
        return real.in(connection, catalog, namespace);
    }

    @Override
    public List<RegisteredPlace> page(
            String connection, String catalog, List<String> namespace, Optional<String> after, int limit) {
        beforePage.run();
        return real.page(connection, catalog, namespace, after, limit);
    }

    @Override
    public List<Registration> named(
            String connection, String catalog, List<String> namespace, Collection<String> names) {
        beforeNameIsAsked.run();
        return real.named(connection, catalog, namespace, names);
    }

    @Override
    public Optional<Registration> byId(String id) {
        beforeIdIsAsked.run();
        return real.byId(id);
    }

    @Override
    public Optional<Registration> byName(String connection, TableRef table) {
        beforeNameIsAsked.run();
        return real.byName(connection, table);
    }

    @Override
    public List<Registration> byNameInAnyCase(String connection, TableRef table) {
        return real.byNameInAnyCase(connection, table);
    }

    @Override
    public List<Registration> bySource(SourceKind kind, String sourceId, int limit) {
        return real.bySource(kind, sourceId, limit);
    }

    @Override
    public long count(String connection, String catalog, List<String> namespace) {
        return real.count(connection, catalog, namespace);
    }

    @Override
    public List<Registration> at(Location place) {
        return real.at(place);
    }

    @Override
    public Stream<Registration> read(Wanted wanted, CallContext call) {
        return real.read(wanted, call);
    }

    @Override
    public boolean insert(Registration registration) {
        return real.insert(registration);
    }

    @Override
    public boolean delete(String id) {
        beforeDelete.run();
        return real.delete(id);
    }
}
