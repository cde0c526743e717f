package io.strandline.log.sql;

import io.strandline.common.EffectResolver;
import io.strandline.log.LatestViews;
import io.strandline.log.Logs;
import io.strandline.log.Publisher;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.TableFunction;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.Map;

/** The schema {@code log}. */
public final class LogSql implements SqlModule {
    private final Logs logs;
    private final LatestViews views;
    private final Publisher publisher;

    /** The schema over those logs, and the views of those of them that are compacted. */
    public LogSql(Logs logs, LatestViews views) {
        this.logs = logs;
        this.views = views;
        this.publisher = new Publisher(logs);
    }

    @Override
    public String schema() {
        return "log";
    }

    @Override
    public String remarks() {
        return "What happened, in order: event logs, who follows them, and procedures to publish.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(
                EventsTable.of(logs),
                LatestTable.of(views),
                PartitionsTable.of(logs),
                SubscriptionsTable.of(logs, views));
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of(PublishProcedures.publish(publisher), PublishProcedures.publishKeyed(publisher));
    }

    @Override
    public List<TableFunction> functions() {
        return List.of(FollowFunction.of(logs));
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return publisher.resolvers();
    }
}
