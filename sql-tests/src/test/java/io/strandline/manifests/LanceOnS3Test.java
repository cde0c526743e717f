package io.strandline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.fixtures.LanceServer;
import io.strandline.fixtures.S3Server;
import io.strandline.manifests.LanceWriter.Staged;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of Lance on S3: its library reads there what the manifest store committed, and nothing that it did not. */
@EnabledOnOs({OS.LINUX, OS.MAC}) // its library is made for no other
class LanceOnS3Test {
    private static final String BASE = "s3://lake/trips";

    @TempDir
    Path directory;

    private static LanceServer lance(S3Server s3) throws IOException {
        return LanceServer.start(Map.of(
                "aws_endpoint", s3.endpoint(),
                "aws_region", "us-east-1",
                "aws_access_key_id", "someone",
                "aws_secret_access_key", "nothing",
                "allow_http", "true"));
    }

    private static ManifestGateway gateway(Path directory, S3Server s3) throws Exception {
        return ManifestGateway.start(
                directory,
                "s3://lake",
                "object_stores: { main: { type: s3, buckets: [lake], endpoint: \"" + s3.endpoint()
                        + "\", region: us-east-1," + " path_style: true, access_key: someone, secret_key: nothing } }");
    }

    private static void put(S3FileIO files, String path, byte[] content) throws IOException {
        try (OutputStream out = files.newOutputFile(BASE + "/" + path).createOrOverwrite()) {
            out.write(content);
        }
    }

    /** MAN-1, MAN-5: what is committed is read as it was, what is only staged is not, and what is claimed once it is mended. */
    @Test
    void committedVersionsAreReadAsTheyWere() throws Exception {
        try (S3Server s3 = S3Server.start("lake");
                LanceServer lance = lance(s3);
                ManifestGateway gateway = gateway(directory, s3);
                S3FileIO files = new S3FileIO()) {
            files.initialize(Map.of(
                    "s3.endpoint", s3.endpoint(),
                    "client.region", "us-east-1",
                    "s3.access-key-id", "someone",
                    "s3.secret-access-key", "nothing",
                    "s3.path-style-access", "true",
                    "s3.client-factory-impl", "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory",
                    "http-client.type", "urlconnection"));
            LanceWriter writer =
                    new LanceWriter(lance, directory.resolve("scratch"), (path, content) -> put(files, path, content));
            Staged first = writer.stage(1, 2);
            assertThatThrownBy(() -> lance.rows(BASE)).isInstanceOf(IOException.class);
            gateway.commit(BASE, first.path(), first.size());
            assertThat(lance.rows(BASE)).containsExactly(1, 2);

            Staged second = writer.stage(3);
            gateway.claim(2, second.path(), second.size());
            assertThat(gateway.rows("SELECT version, kind, actual FROM manifest.findings"))
                    .containsExactly(Arrays.asList("2", "NOT_FINISHED", null));
            assertThat(lance.rows(BASE)).as("before").containsExactly(1, 2);
            gateway.rows("CALL finalize_manifests(base_uri => ?, version => 2)", BASE);
            assertThat(lance.rows(BASE)).as("after").containsExactly(1, 2, 3);
            assertThat(lance.rows(BASE, 1)).containsExactly(1, 2);
            assertThat(gateway.rows("SELECT * FROM manifest.findings")).isEmpty();
        }
    }
}
