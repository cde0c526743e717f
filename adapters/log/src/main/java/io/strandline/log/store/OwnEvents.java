package io.strandline.log.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.Text;
import io.strandline.log.Bytes;
import io.strandline.log.ContentHash;
import io.strandline.log.KeyPartitioner;
import io.strandline.log.PagedEventLog.NewRecord;
import io.strandline.store.AuditEntry;
import io.strandline.store.database.EndedChanges;
import java.util.List;
import org.jooq.DSLContext;

/**
 * Publishes each change that ended, as a part of the transaction that audits it: there is an event exactly where there is an
 * audit row. Events of one subject are in one partition, in order. Thread-safe.
 *
 * <p>An event is a JSON object: {@code version} (1), {@code id} (of this outcome), {@code type} (the action), {@code subject},
 * {@code actor}, {@code outcome} (done, refused, unknown), {@code time}, and {@code data} with what is particular.
 */
public final class OwnEvents implements EndedChanges {
    /** Of what a reader is to expect in an event. */
    static final int VERSION = 1;

    /** Longest subject, in characters. */
    private static final int SUBJECT_LIMIT = 8_192;

    /** Digits of an outcome's hash in an id. */
    private static final int HASH_SHOWN = 12;

    private final StoreEventLog log;

    /** Published to that log, which is append-only. */
    public OwnEvents(StoreEventLog log) {
        this.log = log;
    }

    @Override
    public void tell(DSLContext write, List<AuditEntry> ended) {
        log.publishWithin(write, ended.stream().map(this::event).toList());
    }

    private NewRecord event(AuditEntry ended) {
        int partition = KeyPartitioner.partition(Bytes.ofText(ended.target()), log.partitionCount());
        return new NewRecord(partition, null, Bytes.ofText(json(ended).toString()));
    }

    /**
     * The same for one outcome of a change, so that a reader can drop what comes twice, and another for each (LOG-13), also of
     * another store whose events go to the same place.
     */
    private String id(AuditEntry ended) {
        String outcome = log.identity(() -> {}).orElse("") + "\n" + ended.state() + "\n" + ended.reason() + "\n"
                + ended.detail();
        return ended.id() + "-" + ContentHash.of(null, Bytes.ofText(outcome)).substring(0, HASH_SHOWN);
    }

    private ObjectNode json(AuditEntry ended) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        ObjectNode data = json.objectNode()
                .put("audit_id", ended.id())
                .put("statement_id", ended.statementId())
                .put("reason", ended.reason())
                .put("detail", ended.detail())
                .put("gateway_id", ended.gatewayId());
        return json.objectNode()
                .put("version", VERSION)
                .put("id", id(ended))
                .put("type", ended.action())
                .put("subject", Text.cut(ended.target(), SUBJECT_LIMIT))
                .put("actor", ended.userName())
                .put("outcome", Text.lower(ended.state().name()))
                .put("time", String.valueOf(ended.endedAt()))
                .set("data", data);
    }
}
