package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.store.Journal;
import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes from a webhook goes with it (REC-7). */
class WebhooksTest {
    @TempDir
    Path directory;

    private RegistryLab lab;

    @BeforeEach
    void open() {
        lab = new RegistryLab(Dialect.SQLITE, directory);
        lab.operator(call -> lab.sources.register(SourceKind.WEBHOOK, "w1", lab.at("hooks/w1/"), null, false, call));
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private List<SourceChange> remove(boolean dryRun) {
        return lab.operator(call -> lab.webhooks.remove("w1", dryRun, call));
    }

    @Test
    void aWebhookIsTheDirectoryItDeliversTo() {
        Source webhook = lab.stored.byId(SourceKind.WEBHOOK, "w1").orElseThrow();
        assertThat(webhook.directory()).isEqualTo(webhook.object()).isEqualTo(lab.at("hooks/w1/"));
        assertThatThrownBy(() -> lab.operator(call -> lab.sources.register(
                        SourceKind.WEBHOOK, "w2", lab.at("hooks/w2/"), lab.at("hooks"), false, call)))
                .hasMessageContaining("no object");
    }

    @Test
    void aRegistrationNamesAWebhookThatIsKnown() {
        lab.table("hits", lab.at("hooks/w1"));
        assertThatThrownBy(() -> lab.register("scratch", "hits", SourceKind.WEBHOOK, "w9", false))
                .hasMessageContainingAll("w9", "register_source");
        assertThat(lab.register("scratch", "hits", SourceKind.WEBHOOK, "w1", false)
                        .sourceId())
                .isEqualTo("w1");
    }

    /** REC-7: its registrations go with it, on every connection, each with a row and an audit row of its own. */
    @Test
    void itsRegistrationsGoWithIt() {
        lab.table("hits", lab.at("hooks/w1"));
        Registration one = lab.register("scratch", "hits", SourceKind.WEBHOOK, "w1", false);
        Registration two = lab.register("other", "hits", SourceKind.WEBHOOK, "w1", false);
        assertThatThrownBy(() -> remove(false)).hasMessageContainingAll("prod.scratch.hits", "Drop the table first");
        assertThat(lab.registrations.byId(one.id())).isPresent();
        lab.drop("hits");
        assertThat(remove(true)).extracting(SourceChange::reason).containsOnly("dry_run");
        assertThat(lab.registrations.byId(one.id())).isPresent();
        int audited = lab.audit().size();
        List<SourceChange> rows = remove(false);
        assertThat(rows).extracting(SourceChange::done).containsOnly(true);
        assertThat(rows).extracting(SourceChange::registration).containsExactlyInAnyOrder(one, two, null);
        assertThat(lab.registrations.byId(one.id())).isEmpty();
        assertThat(lab.registrations.byId(two.id())).isEmpty();
        assertThat(lab.stored.byId(SourceKind.WEBHOOK, "w1")).isEmpty();
        assertThat(lab.audit()).hasSize(audited + 3).allMatch(entry -> entry.state() != Journal.State.STARTED);
        assertThatThrownBy(() -> remove(false)).hasMessageContaining("no source webhook");
    }

    /** A failed look-up is not absence: nothing is forgotten. */
    @Test
    void nothingGoesWhenTheCatalogDoesNotAnswer() {
        lab.table("hits", lab.at("hooks/w1"));
        Registration hits = lab.register("scratch", "hits", SourceKind.WEBHOOK, "w1", false);
        lab.drop("hits");
        lab.catalog.close();
        assertThatThrownBy(() -> remove(false)).hasMessageContaining("catalog prod");
        assertThat(lab.registrations.byId(hits.id())).isPresent();
        assertThat(lab.stored.byId(SourceKind.WEBHOOK, "w1")).isPresent();
    }
}
