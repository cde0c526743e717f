package io.strandline.places;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.fixtures.RestCatalogServer;
import io.strandline.fixtures.S3Server;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A REST catalog whose tables are on S3, both real servers, and a writer to it. */
final class Cloud implements AutoCloseable {
    static final String SECRET = "canary-s3-secret";

    final S3Server s3;
    final RestCatalogServer rest;
    final IcebergCatalog catalog;
    final LakeWriter writer;

    Cloud() throws IOException {
        s3 = S3Server.start("warehouse", "uploads");
        rest = RestCatalogServer.start(store());
        catalog = CatalogFactory.create("lake", lake());
        writer = LakeWriter.on(catalog);
    }

    private Map<String, String> store() {
        return Map.of(
                "warehouse",
                "s3://warehouse/w",
                "io-impl",
                "org.apache.iceberg.aws.s3.S3FileIO",
                "s3.endpoint",
                s3.endpoint(),
                "s3.path-style-access",
                "true",
                "s3.access-key-id",
                "someone",
                "s3.secret-access-key",
                SECRET,
                "client.region",
                "us-east-1");
    }

    /** Properties of the catalog. */
    Map<String, String> lake() {
        Map<String, String> lake = new HashMap<>(store());
        lake.put("type", "rest");
        lake.put("uri", rest.uri());
        return lake;
    }

    @Override
    public void close() {
        writer.close();
        catalog.close();
        rest.close();
        s3.close();
    }
}
