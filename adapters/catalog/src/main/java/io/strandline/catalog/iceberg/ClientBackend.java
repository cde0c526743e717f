package io.strandline.catalog.iceberg;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.RESTCatalog;
import org.jspecify.annotations.Nullable;

/** Any catalog through Iceberg's own client interface. */
class ClientBackend implements Backend {
    private final CatalogConfig config;
    private final Catalog client;
    private final ClientTables tables;

    ClientBackend(CatalogConfig config, Catalog client) {
        this.config = config;
        this.client = client;
        this.tables = new ClientTables(config, client);
    }

    final Catalog client() {
        return client;
    }

    /** Whether the backend can have a thing of that name at all; what cannot be is absent. */
    boolean canName(List<String> namespace, @Nullable String name) {
        return true;
    }

    @Override
    public void probe() {
        if (client instanceof SupportsNamespaces spaces) {
            spaces.listNamespaces();
        }
    }

    @Override
    public List<Namespace> namespaces(Request request) {
        if (!(client instanceof SupportsNamespaces spaces)) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "catalog " + config.name() + " of type " + config.type().word() + " cannot list namespaces");
        }
        List<Namespace> found = new ArrayList<>();
        Set<List<String>> seen = new HashSet<>();
        Deque<org.apache.iceberg.catalog.Namespace> left = new ArrayDeque<>();
        left.add(org.apache.iceberg.catalog.Namespace.empty());
        while (!left.isEmpty()) {
            org.apache.iceberg.catalog.Namespace parent = left.remove();
            List<org.apache.iceberg.catalog.Namespace> children =
                    request.ask("listing namespaces", () -> childrenOf(spaces, parent));
            for (org.apache.iceberg.catalog.Namespace child : children) {
                if (seen.add(List.of(child.levels()))) {
                    left.add(child);
                    Map<String, String> properties =
                            request.ask("reading namespace " + child, () -> propertiesOf(spaces, child));
                    found.add(new Namespace(List.of(child.levels()), properties));
                }
            }
        }
        return found;
    }

    /** Direct children only: some catalogs match by text, and list {@code a_b} under {@code a}, or grandchildren. */
    private static List<org.apache.iceberg.catalog.Namespace> childrenOf(
            SupportsNamespaces spaces, org.apache.iceberg.catalog.Namespace parent) {
        try {
            List<org.apache.iceberg.catalog.Namespace> children =
                    parent.isEmpty() ? spaces.listNamespaces() : spaces.listNamespaces(parent);
            int depth = parent.length();
            return children.stream()
                    .filter(child -> child.length() == depth + 1)
                    .filter(child -> List.of(child.levels()).subList(0, depth).equals(List.of(parent.levels())))
                    .toList();
        } catch (NoSuchNamespaceException e) {
            return List.of();
        }
    }

    private static Map<String, String> propertiesOf(
            SupportsNamespaces spaces, org.apache.iceberg.catalog.Namespace namespace) {
        try {
            return spaces.loadNamespaceMetadata(namespace);
        } catch (NoSuchNamespaceException e) {
            return Map.of();
        }
    }

    @Override
    public Optional<TablePage> page(List<String> namespace, Optional<String> after, int limit) {
        return Optional.empty();
    }

    @Override
    public List<TableEntry> entries(List<String> namespace) {
        if (!canName(namespace, null)) {
            return List.of();
        }
        org.apache.iceberg.catalog.Namespace iceberg = namespaceOf(namespace);
        List<TableEntry> entries = new ArrayList<>();
        try {
            client.listTables(iceberg).forEach(table -> entries.add(entry(namespace, table, TableType.TABLE)));
            if (client instanceof ViewCatalog views) {
                views.listViews(iceberg).forEach(view -> entries.add(entry(namespace, view, TableType.VIEW)));
            }
        } catch (NoSuchNamespaceException e) {
            return List.of();
        } catch (UnsupportedOperationException e) {
            // a catalog that has no views says so when asked for them; its tables are all there
            return entries;
        }
        return entries;
    }

    private TableEntry entry(List<String> namespace, TableIdentifier table, TableType type) {
        return new TableEntry(new TableRef(config.name(), namespace, table.name()), type);
    }

    @Override
    public Optional<TableState> describe(TableRef ref) {
        return canName(ref.namespace(), ref.name()) ? tables.describe(ref) : Optional.empty();
    }

    /** The state now, unless the statement saw another before. */
    @Override
    public Optional<TableState> describe(TableEntry listed) {
        Optional<TableState> now = describe(listed.ref());
        String seen = listed.metadataLocation();
        return seen == null || now.isEmpty() || seen.equals(now.orElseThrow().metadataLocation())
                ? now
                : metadata(listed).map(loaded -> TableStates.of(listed.ref(), loaded.metadata()));
    }

    @Override
    public Optional<LoadedMetadata> metadata(TableEntry listed) {
        return canName(listed.ref().namespace(), listed.ref().name()) ? tables.metadata(listed) : Optional.empty();
    }

    @Override
    public Optional<TableEntry> find(TableRef ref) {
        if (!canName(ref.namespace(), ref.name())) {
            return Optional.empty();
        }
        if (client instanceof RESTCatalog && MetadataTableType.from(ref.name()) == null) {
            return client.tableExists(identifier(ref))
                    ? Optional.of(new TableEntry(ref, TableType.TABLE))
                    : viewExists(ref) ? Optional.of(new TableEntry(ref, TableType.VIEW)) : Optional.empty();
        }
        // not tableExists: most catalogs load the metadata for it, find metadata tables, and fail where the file is
        // gone
        return entries(ref.namespace()).stream()
                .filter(entry -> entry.ref().name().equals(ref.name()))
                .findFirst();
    }

    private boolean viewExists(TableRef ref) {
        try {
            return client instanceof ViewCatalog views && views.viewExists(identifier(ref));
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    @Override
    public boolean drop(TableRef ref) {
        if (client instanceof ViewCatalog views && isView(views, ref)) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED, ref + " is a view; drop removes tables only. Nothing was changed.");
        }
        try {
            return client.dropTable(identifier(ref), false);
        } catch (NoSuchNamespaceException | NoSuchTableException e) {
            return false;
        } catch (RuntimeException e) {
            throw LostAnswers.isAnswer(e)
                    ? e
                    : LostAnswers.unknown(ref, "drop", config.secrets().describe(e), e);
        }
    }

    @Override
    public Callable<Boolean> prepareCreation(TableRef ref, TargetTable target) {
        return new ClientCommit(config, client).create(ref, target);
    }

    @Override
    public Callable<Boolean> prepare(TableRef ref, @Nullable TableState planned, MetadataEdit edit) {
        return new ClientCommit(config, client).change(ref, planned, edit);
    }

    @Override
    public <T> T withFiles(Function<FileIO, T> work) {
        try (FileIO io = Backends.fileIo(config)) {
            return work.apply(io);
        }
    }

    @Override
    public TableState read(TableRef as, String metadataFile) {
        return withFiles(io -> new MetadataReader(io, config.metadataBytes(), config.secrets())
                .read(as, TableType.TABLE, metadataFile));
    }

    @Override
    public Callable<Boolean> prepareRegistration(TableRef table, String metadataFile) {
        return () -> new ClientCommit(config, client)
                .send(table, "registration", () -> client.registerTable(identifier(table), metadataFile));
    }

    @Override
    public Callable<Boolean> prepareRename(TableRef from, TableRef to) {
        return () -> new ClientCommit(config, client)
                .send(from, "rename", () -> client.renameTable(identifier(from), identifier(to)));
    }

    private static boolean isView(ViewCatalog views, TableRef ref) {
        try {
            return views.listViews(namespaceOf(ref.namespace())).contains(identifier(ref));
        } catch (NoSuchNamespaceException | UnsupportedOperationException e) {
            return false;
        }
    }

    static TableIdentifier identifier(TableRef ref) {
        return TableIdentifier.of(namespaceOf(ref.namespace()), ref.name());
    }

    static org.apache.iceberg.catalog.Namespace namespaceOf(List<String> levels) {
        return org.apache.iceberg.catalog.Namespace.of(levels.toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        if (client instanceof Closeable closeable) {
            closeable.close();
        }
    }
}
