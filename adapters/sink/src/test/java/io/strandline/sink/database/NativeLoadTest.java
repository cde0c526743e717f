package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** CSV that PostgreSQL parses itself is a run like another: counted, exactly once, undone (SNK-22). */
class NativeLoadTest {
    private final SinkLab lab = Databases.POSTGRESQL.lab();

    private static InputStream csv(String... lines) {
        return new ByteArrayInputStream((String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private RunRecord load(WriteMode mode, @Nullable String scope, @Nullable CommitToken token, InputStream bytes) {
        RunRequest request = new RunRequest(lab.spec(mode), mode, null, scope, RunOptions.DEFAULTS, Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.load("csv", bytes, token);
            return run.commit();
        }
    }

    private RunRecord load(InputStream bytes) {
        return load(WriteMode.APPEND, null, null, bytes);
    }

    @Test
    void rowsAreCountedAndUndone() {
        RunRecord run =
                load(csv("\uFEFFname,\"id\",amount", "\"a, \"\"b\"\"\n c\",1,1.50", "\"\",2,2.50", "g\u00fcn,3,3.50"));
        assertThat(run.counts().offered()).isEqualTo(3);
        assertThat(run.counts().accepted()).isEqualTo(3);
        assertThat(lab.rows().get())
                .isEqualTo(List.of(row(1, "a, \"b\"\n c", "1.50"), row(2, "", "2.50"), row(3, "g\u00fcn", "3.50")));
        assertThat(lab.engine().rollback(run.id(), false, false, TestCall.CALL).deleted())
                .isEqualTo(3);
        assertThat(lab.rows().get()).isEmpty();
    }

    @Test
    void bytesLandWithTheirToken() {
        CommitToken token = CommitToken.of(7);
        load(WriteMode.APPEND, "files", token, csv("id,name", "1,a"));
        assertThat(lab.token("files")).isEqualTo(token);
        load(WriteMode.APPEND, "files", token, csv("id,name", "1,a"));
        assertThat(Databases.query(lab, "SELECT id FROM TABLE_NAME")).containsExactly("1");
    }

    @Test
    void anOverwriteReplacesAll() {
        load(csv("id,name,amount", "1,a,1.00"));
        load(WriteMode.OVERWRITE, null, null, csv("id,name,amount", "2,b,2.00"));
        assertThat(lab.rows().get()).isEqualTo(List.of(row(2, "b", "2.00")));
    }

    /** SNK-5: its bytes are dropped, and the rows that it put there stay. */
    @Test
    void anOverwriteThatIsSentAgainLeavesItsRows() {
        CommitToken token = CommitToken.of(7);
        load(WriteMode.OVERWRITE, "files", token, csv("id,name,amount", "2,b,2.00"));
        load(WriteMode.OVERWRITE, "files", token, csv("id,name,amount", "2,b,2.00"));
        assertThat(lab.rows().get()).isEqualTo(List.of(row(2, "b", "2.00")));
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.OVERWRITE), WriteMode.OVERWRITE, null, "files", RunOptions.DEFAULTS, Map.of());
        try (Run part = lab.engine().begin(request, TestCall.CALL)) {
            part.load("csv", csv("id,name", "2,b"), token);
            assertRefused(ErrorCode.REFUSED, () -> part.load("csv", csv("id,name", "3,c"), CommitToken.of(8)));
        }
        assertThat(lab.rows().get()).hasSize(1);
    }

    @Test
    void whatIsWrongLeavesNothing() {
        assertThatThrownBy(() -> load(csv("id,name,amount", "1,a,1.00", "2,b,much")))
                .hasMessageContaining("line 2")
                .hasMessageContaining("amount");
        assertRefused(ErrorCode.BAD_VALUE, () -> load(csv("id,name,amount", "1,a,1.00", "1,b,2.00")));
        assertRefused(ErrorCode.BAD_VALUE, () -> load(csv("id,name,amount", "1,a")));
        assertRefused(ErrorCode.NO_SUCH_COLUMN, () -> load(csv("id,nam", "1,a")));
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> load(csv("id,id", "1,1")));
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> load(csv("")));
        assertThat(lab.rows().get()).isEmpty();
    }

    @Test
    void aTableThatDropsRowsIsFoundOut() {
        Databases.execute(
                lab,
                "CREATE FUNCTION lose_TABLE_NAME() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN IF NEW.id = 2 THEN RETURN NULL; END IF; RETURN NEW; END';"
                        + "CREATE TRIGGER lose BEFORE INSERT ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION lose_TABLE_NAME()");
        assertRefused(ErrorCode.ROWS_UNACCOUNTED, () -> load(csv("id,name", "1,a", "2,b")));
        assertThat(lab.rows().get()).isEmpty();
    }

    /** Rules look at rows: bytes do not go past them (SNK-20). Nothing is read that is not listed. */
    @Test
    void isRefusedBeforeItsFirstByte() {
        InputStream bytes = csv("id,name", "1,a");
        assertRefused(ErrorCode.NOT_SUPPORTED, () -> load(WriteMode.UPSERT, null, null, bytes));
        SinkSpec plain = lab.spec(WriteMode.APPEND);
        SinkSpec masked = new SinkSpec(
                plain.id(),
                plain.driver(),
                plain.table(),
                plain.settings(),
                plain.mode(),
                plain.key(),
                plain.options(),
                new RunRules(Map.of("name", RunRules.Mask.REDACT), List.of(), null),
                plain.declaredIn());
        try (Run run = lab.engine().begin(RunRequest.of(masked), TestCall.CALL)) {
            assertRefused(ErrorCode.REFUSED, () -> run.load("csv", bytes, null));
        }
        assertThat(bytes).hasContent("id,name\r\n1,a\r\n");
        assertThat(lab.rows().get()).isEmpty();
    }
}
