package io.strandline.sink.iceberg;

import io.strandline.sink.CommitToken;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.SinkCallContext;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;

/**
 * The last token of each scope, in the table's properties: moved in the commit of the rows, and left alone by expiry of snapshots, by
 * rollbacks and by other writers (SNK-5). Thread-safe.
 */
record IcebergTokens(IcebergTarget target) implements CommitTokenGroup {
    @Override
    public Optional<CommitToken> lastToken(String scope, SinkCallContext context) {
        return Marks.token(properties(context), scope);
    }

    @Override
    public Map<String, CommitToken> tokens(SinkCallContext context) {
        Map<String, CommitToken> tokens = new TreeMap<>();
        Marks.scopes(properties(context)).forEach((scope, token) -> tokens.put(scope, new CommitToken(token)));
        return tokens;
    }

    private Map<String, String> properties(SinkCallContext context) {
        return target.find(context)
                .map(open -> open.unwrap(Table.class).properties())
                .orElse(Map.of());
    }

    @Override
    public void rewind(String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {
        target.commit(
                table -> {
                    TableOperations operations = RunCommit.operations(table);
                    TableMetadata base = operations.current();
                    CommitToken found = Marks.token(base.properties(), scope).orElse(null);
                    if (!Objects.equals(from, found)) {
                        throw CommitTokenGroup.moved(context, scope, from, found);
                    }
                    if (Objects.equals(from, to)) {
                        return false;
                    }
                    TableMetadata.Builder builder = TableMetadata.buildFrom(base);
                    if (to == null) {
                        builder.removeProperties(Set.of(Marks.property(scope), RunCommit.commitProperty(scope)));
                    } else {
                        builder.setProperties(Map.of(Marks.property(scope), to.text()));
                        // the commit that moved it is not the one that the scope has come to
                        builder.removeProperties(Set.of(RunCommit.commitProperty(scope)));
                    }
                    operations.commit(base, builder.build());
                    return true;
                },
                context);
    }
}
