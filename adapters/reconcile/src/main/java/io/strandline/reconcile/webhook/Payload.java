package io.strandline.reconcile.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.reconcile.Outbox.Due;
import io.strandline.reconcile.PastFinding;
import java.util.List;

/** Notices as the JSON that is posted: columns of {@code reconcile.findings_history} under their names. */
final class Payload {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Payload() {}

    static byte[] of(String connection, List<Due> notices) {
        ObjectNode body = JSON.createObjectNode().put("connection_name", connection);
        var events = body.putArray("events");
        notices.forEach(notice -> events.add(event(notice)));
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can be written", e);
        }
    }

    private static ObjectNode event(Due notice) {
        PastFinding finding = notice.finding();
        ObjectNode event = JSON.createObjectNode()
                .put("id", notice.eventId())
                .put("type", "finding.new")
                .put("finding_id", finding.id())
                .put("connection_name", finding.connection())
                .put("catalog_name", finding.catalog())
                .put("namespace", finding.namespace())
                .put("table_name", finding.table())
                .put("kind", finding.kind())
                .put("severity", finding.severity())
                .put("registration_id", finding.registrationId())
                .put("expected", finding.expected())
                .put("actual", finding.actual())
                .put("provable", finding.provable())
                .put("detail", finding.detail())
                .put("first_seen", finding.firstSeen().toString());
        return event.put(
                "resolved_at",
                finding.resolvedAt() == null ? null : finding.resolvedAt().toString());
    }
}
