package io.strandline.sink;

/** What a sink can do beside writing pages: each is on exactly when the driver returns its group (SNK-1). */
public enum Capability {
    /** {@link StagingGroup}: mode overwrite. */
    STAGING,
    /** {@link CommitTokenGroup}: exactly-once. */
    COMMIT_TOKEN,
    /** {@link CleanupGroup}. */
    CLEANUP,
    /** {@link SchemaEvolutionGroup}. */
    SCHEMA_EVOLUTION,
    /** {@link RollbackGroup}. */
    ROLLBACK,
    /** {@link ColumnarGroup}. */
    COLUMNAR,
    /** {@link NativeLoadGroup}. */
    NATIVE_LOAD
}
