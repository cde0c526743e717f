package io.strandline.registry.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.Location;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.Sink;
import io.strandline.registry.Sinks;
import io.strandline.registry.Source;
import io.strandline.registry.Sources;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** The tables of the schema {@code registry}. */
final class RegistryTables {
    static final Columns<Registration> REGISTRATION = Columns.<Registration>none()
            .column("catalog_name", text(), r -> r.table().catalog(), "Catalog of the registered table.")
            .column("namespace", text(), r -> r.table().namespaceText(), "Its namespace, levels quoted where needed.")
            .column("table_name", text(), r -> r.table().name(), "Its exact name.")
            .column("registration_id", text(), Registration::id, "Id of the registration.")
            .column("connection_name", text(), Registration::connection, "Connection it was registered on.")
            .column("location", text(), r -> r.location().text(), "Where the registration says the table lies.")
            .column("source_kind", text(), r -> r.sourceKind().text(), "What it comes from: file, resource or webhook.")
            .column("source_id", text().orNull(), Registration::sourceId, "Id of what it comes from, within its kind.")
            .column("registered_by", text(), Registration::registeredBy, "User who holds the name.")
            .column("registered_at", timestamp(), Registration::registeredAt, "When it was registered.")
            .column(
                    "last_error",
                    text().orNull(),
                    Registration::lastError,
                    "Why the last work on it failed, if it did.")
            .column(
                    "table_uuid",
                    text().orNull(),
                    Registration::tableUuid,
                    "UUID the table had when it was registered; NULL if none was recorded.")
            .column("follows", bool(), Registration::follows, "Whether it moves with its source.");

    static final Columns<Source> SOURCE = Columns.<Source>none()
            .column("source_kind", text(), s -> s.kind().text(), "What kind of thing it is: file, resource or webhook.")
            .column("source_id", text(), Source::id, "Id, unique within its kind.")
            .column(
                    "object_location",
                    text(),
                    s -> s.object().text(),
                    "The object that is looked for to prove it there; of a webhook, the directory it delivers to.")
            .column("directory", text(), s -> s.directory().text(), "Its own directory, where a table over it lies.")
            .column("registered_by", text(), Source::registeredBy, "User who made it known.")
            .column("registered_at", timestamp(), Source::registeredAt, "When it was made known.");

    /** Who it is, and of which table. */
    static final Columns<Sink> SINK = Columns.<Sink>none()
            .column("catalog_name", text(), s -> s.table().catalog(), "Catalog of the table it writes.")
            .column("namespace", text(), s -> s.table().namespaceText(), "Its namespace, levels quoted where needed.")
            .column("table_name", text(), s -> s.table().name(), "Its exact name.")
            .column(
                    "sink_id",
                    text(),
                    Sink::id,
                    "Id of the sink; what its snapshots carry as strandline.sink-id in their summary.")
            .column(
                    "engine",
                    text().orNull(),
                    Sink::engine,
                    "What its snapshots name as engine-name; NULL if it is not told by that.")
            .column(
                    "application",
                    text().orNull(),
                    Sink::application,
                    "What its snapshots name as app-id; NULL if it is not told by that.")
            .column("description", text(), Sink::description, "What it is for.")
            .column(
                    "table_uuid",
                    text().orNull(),
                    Sink::tableUuid,
                    "UUID the table had when it was registered; NULL for a format that has none.");

    private static final Columns<Sink> KEPT_SINK = Columns.<Sink>none()
            .with(SINK, sink -> sink)
            .column("registered_by", text(), Sink::registeredBy, "User who registered it.")
            .column("registered_at", timestamp(), Sink::registeredAt, "When it was registered.");

    private RegistryTables() {}

    static VirtualTable<Connection> connections(Connections connections) {
        return VirtualTable.<Connection>named("connections", "Configured connections, one row each.")
                .column("connection_name", text(), Connection::name, "Name in the configuration.")
                .column("catalog_name", text(), Connection::catalog, "Catalog it works on.")
                .column(
                        "namespace",
                        text().orNull(),
                        c -> c.namespaceText().orElse(null),
                        "Its scratch target, levels quoted where needed; NULL if nothing may be written.")
                .column("read_only", bool(), Connection::readOnly, "Whether nothing may be changed through it.")
                .column(
                        "external_locations",
                        arrayOf(text()),
                        c -> c.externalLocations().stream().map(Location::text).toList(),
                        "Prefixes below which a table is external; all others are managed.")
                .column(
                        "managed_bucket",
                        text().orNull(),
                        c -> c.managedBucket() == null
                                ? null
                                : c.managedBucket().text(),
                        "Bucket below whose resources/ the directories of managed resources lie.")
                .column(
                        "listing_limit",
                        integer().orNull(),
                        Connection::listingLimit,
                        "Largest number of tables one comparison lists; NULL for no limit.")
                .column("description", text(), Connection::description, "What it is for.")
                .key("connection_name")
                .rows((wanted, call) -> connections.all().stream());
    }

    static VirtualTable<Registration> registrations(Registrations registrations) {
        return VirtualTable.<Registration>named("registrations", "Tables that are ours, one row each.")
                .columns(REGISTRATION)
                .key("registration_id")
                .pushesComparisons(names(REGISTRATION))
                .sorts()
                .rows(registrations::read);
    }

    static VirtualTable<Source> sources(Sources sources) {
        return VirtualTable.<Source>named(
                        "sources",
                        "Stored files, resources and webhooks, one row each: what tables come from, and what proves"
                                + " them ours.")
                .columns(SOURCE)
                .key("source_kind", "source_id")
                .ownedBy("registered_by")
                .pushesComparisons(names(SOURCE))
                .sorts()
                .rows(sources::read);
    }

    static VirtualTable<Sink> sinks(Sinks sinks) {
        return VirtualTable.<Sink>named("sinks", "Who writes which table, one row each.")
                .columns(KEPT_SINK)
                .key("sink_id")
                .pushesComparisons(names(KEPT_SINK))
                .sorts()
                .rows(sinks::read);
    }

    private static String[] names(Columns<?> columns) {
        return columns.list().stream().map(column -> column.name()).toArray(String[]::new);
    }
}
