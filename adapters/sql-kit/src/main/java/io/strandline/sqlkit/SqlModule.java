package io.strandline.sqlkit;

import io.strandline.common.EffectResolver;
import java.util.List;
import java.util.Map;

/** What one adapter adds to SQL. The gateway knows adapters by this alone; several may add to one schema. */
public interface SqlModule {
    /** Name of the schema of the catalog {@code strandline} this adds to. */
    String schema();

    /** What the schema holds, in a sentence. */
    String remarks();

    /** Tables to show. */
    List<VirtualTable<?>> tables();

    /** Procedures to call. */
    List<Procedure<?>> procedures();

    /** Functions that give tables. */
    default List<TableFunction> functions() {
        return List.of();
    }

    /** What carries out statements about tables; of all modules one has them. */
    default Map<TableStatementKind, Procedure<?>> statements() {
        return Map.of();
    }

    /** JDBC catalogs it adds beside {@code strandline}, in order, as there are now: asked with each statement, and cheap. */
    default List<SqlCatalog> catalogs() {
        return List.of();
    }

    /** Options it adds to a session. */
    default List<ModuleOption> options() {
        return List.of();
    }

    /** Is told of the end of each session, closed by its client or idle for too long; throws nothing. */
    default void sessionEnded(String sessionId) {
        // nothing of a session's is kept
    }

    /** By action, who finds out how a change ended that a dead gateway had begun (GW-1). */
    default Map<String, EffectResolver> resolvers() {
        return Map.of();
    }
}
