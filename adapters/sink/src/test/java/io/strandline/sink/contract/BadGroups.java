package io.strandline.sink.contract;

import io.strandline.sink.Capability;
import io.strandline.sink.CleanupGroup;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.ColumnarGroup;
import io.strandline.sink.CommitToken;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.NativeLoadGroup;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolutionGroup;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Drivers that each get one thing about an ability wrong. */
final class BadGroups {
    private BadGroups() {}

    private abstract static class Tokens implements CommitTokenGroup {
        final CommitTokenGroup group;

        Tokens(SinkDriver driver) {
            this.group = driver.tokens().orElseThrow();
        }

        @Override
        public Optional<CommitToken> lastToken(String scope, SinkCallContext context) {
            return group.lastToken(scope, context);
        }

        @Override
        public Map<String, CommitToken> tokens(SinkCallContext context) {
            return group.tokens(context);
        }

        @Override
        public void rewind(
                String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {
            group.rewind(scope, from, to, context);
        }
    }

    /** Forgets all. */
    static final class NoTokens extends ForwardingDriver {
        NoTokens(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<CommitTokenGroup> tokens() {
            return Optional.of(new Tokens(driver) {
                @Override
                public Optional<CommitToken> lastToken(String scope, SinkCallContext context) {
                    return Optional.empty();
                }

                @Override
                public Map<String, CommitToken> tokens(SinkCallContext context) {
                    return Map.of();
                }
            });
        }
    }

    static final class NeverRewinds extends ForwardingDriver {
        NeverRewinds(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<CommitTokenGroup> tokens() {
            return Optional.of(new Tokens(driver) {
                @Override
                public void rewind(
                        String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {}
            });
        }
    }

    /** Whatever it is. */
    static final class RewindsAnyway extends ForwardingDriver {
        RewindsAnyway(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<CommitTokenGroup> tokens() {
            return Optional.of(new Tokens(driver) {
                @Override
                public void rewind(
                        String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {
                    super.rewind(scope, lastToken(scope, context).orElse(null), to, context);
                }
            });
        }
    }

    static final class NeverFences extends ForwardingDriver {
        NeverFences(SinkDriver driver) {
            super(driver);
        }

        @Override
        public void fence(SinkCallContext context) {}
    }

    private static void setTo(SinkDriver driver, String scope, @Nullable CommitToken token, WriteCall call) {
        CommitTokenGroup tokens = driver.tokens().orElseThrow();
        tokens.rewind(scope, tokens.lastToken(scope, call.context()).orElse(null), token, call.context());
    }

    /** Forgets what another run said, and writes. */
    static final class SharesScopes extends ForwardingDriver {
        SharesScopes(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            call.stamped().ifPresent(stamp -> setTo(driver, stamp.scope(), null, call));
            return super.write(page, policy, call);
        }
    }

    /** Moves the token with the pages, whatever becomes of them. */
    static final class MovesTokensAtOnce extends ForwardingDriver {
        MovesTokensAtOnce(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            PageReport report = super.write(page, policy, call);
            call.stamped().ifPresent(stamp -> setTo(driver, stamp.scope(), stamp.token(), call));
            return report;
        }
    }

    private abstract static class Staging implements StagingGroup {
        final StagingGroup group;

        Staging(SinkDriver driver) {
            this.group = driver.staging().orElseThrow();
        }

        @Override
        public void begin(SinkCallContext context) {
            group.begin(context);
        }

        @Override
        public void commit(SinkCallContext context) {
            group.commit(context);
        }

        @Override
        public void abort(SinkCallContext context) {
            group.abort(context);
        }

        @Override
        public Set<RunId> staged(SinkCallContext context) {
            return group.staged(context);
        }
    }

    /** Replaces the rows with the first page. */
    static final class CommitsAtOnce extends ForwardingDriver {
        CommitsAtOnce(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            PageReport report = super.write(page, policy, call);
            if (call.context().mode() == WriteMode.OVERWRITE) {
                flush(call.context());
                driver.staging().orElseThrow().commit(call.context());
            }
            return report;
        }
    }

    static final class ReplacesNothing extends ForwardingDriver {
        ReplacesNothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<StagingGroup> staging() {
            return Optional.of(new Staging(driver) {
                @Override
                public void commit(SinkCallContext context) {
                    group.abort(context);
                }
            });
        }
    }

    static final class LeavesStaging extends ForwardingDriver {
        LeavesStaging(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<StagingGroup> staging() {
            return Optional.of(new Staging(driver) {
                @Override
                public void abort(SinkCallContext context) {}
            });
        }
    }

    /** Deletes also what was seen. */
    static final class SeesNothing extends ForwardingDriver {
        SeesNothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<CleanupGroup> cleanup() {
            CleanupGroup group = driver.cleanup().orElseThrow();
            return Optional.of((request, context) ->
                    group.cleanUp(new CleanupRequest(request.scope(), request.key(), List.of()), context));
        }
    }

    static final class NoColumns extends ForwardingDriver {
        NoColumns(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<RowSchema> currentSchema(SinkCallContext context) {
            return Optional.empty();
        }
    }

    static final class LooksFail extends ForwardingDriver {
        LooksFail(SinkDriver driver) {
            super(driver);
        }

        @Override
        public List<SinkCheck> checks(SinkCallContext context) {
            return List.of(SinkCheck.fail("a test", "it fails", "nothing"));
        }
    }

    static final class EvolvesNothing extends ForwardingDriver {
        EvolvesNothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<SchemaEvolutionGroup> evolution() {
            return Optional.of((evolution, context) -> {});
        }
    }

    static final class LosesColumns extends ForwardingDriver {
        LosesColumns(SinkDriver driver) {
            super(driver);
        }

        @Override
        public Optional<ColumnarGroup> columnar() {
            return Optional.of((batch, policy, call) -> {
                call.account(PageReport.accepted(batch.getRowCount()));
                return PageReport.accepted(batch.getRowCount());
            });
        }
    }

    /** Reads what it does not know. */
    static final class ListsAnything extends ForwardingDriver {
        ListsAnything(SinkDriver driver) {
            super(driver);
        }

        @Override
        public SinkDescription describe() {
            SinkDescription says = super.describe();
            Set<Capability> capabilities = EnumSet.of(Capability.NATIVE_LOAD);
            capabilities.addAll(says.capabilities());
            return new SinkDescription(
                    says.id(),
                    says.connector(),
                    says.datasetUri(),
                    says.modes(),
                    capabilities,
                    says.unknownFields(),
                    says.atomicity(),
                    says.dedupsByKey(),
                    List.of(new NativeLoad("no format", Set.of(WriteMode.APPEND))),
                    says.configSchema());
        }

        @Override
        public Optional<NativeLoadGroup> nativeLoad() {
            return Optional.of((format, bytes, call) -> PageReport.accepted(0));
        }
    }
}
