package io.strandline.catalog.iceberg;

import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A catalog and a writer to it. */
final class Lake implements AutoCloseable {
    final IcebergCatalog catalog;
    final LakeWriter writer;

    Lake(String name, Map<String, String> properties) {
        this.catalog = CatalogFactory.create(name, properties);
        this.writer = LakeWriter.on(catalog);
    }

    TableRef ref(String namespace, String table) {
        return new TableRef(catalog.name(), List.of(namespace), table);
    }

    /** A table of two columns with one row, in a namespace made for it. */
    TableRef table(List<String> namespace, String name) {
        TableRef ref = new TableRef(catalog.name(), namespace, name);
        writer.createNamespace(namespace);
        writer.createTable(ref, LakeColumn.required("id", "long"), LakeColumn.of("note", "string"));
        writer.append(ref, List.of(List.of(1L, "first")));
        return ref;
    }

    TableRef table(String namespace, String name) {
        return table(List.of(namespace), name);
    }

    TableRef tableAt(String namespace, String name, String location) {
        TableRef ref = ref(namespace, name);
        writer.createNamespace(ref.namespace());
        writer.createTable(ref, List.of(LakeColumn.of("id", "long")), Optional.of(location), Map.of());
        return ref;
    }

    @Override
    public void close() {
        writer.close();
        catalog.close();
    }
}
