package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What is the same of a commit on every backend: whether the table is as planned, and the errors. */
final class Commits {
    private Commits() {}

    /** The metadata that a plan leaves; what Iceberg refuses of it is refused before anything is sent. */
    static MetadataEdit edit(TableRef ref, TargetTable target) {
        return (base, io, encryption) ->
                new MetadataEdit.Edited(checked(ref, () -> TargetMetadata.change(base, target)), List.of());
    }

    /** The parts of a new table. */
    static TargetMetadata.Creation created(TableRef ref, TargetTable target) {
        return checked(ref, () -> TargetMetadata.creation(target));
    }

    private static <T> T checked(TableRef ref, Callable<T> made) {
        try {
            return made.call();
        } catch (Exception e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    ref + ": Iceberg does not take the planned change: " + StrandlineException.describe(e)
                            + ". Nothing was changed.",
                    e);
        }
    }

    /** Checks that the table is the one and in the state that was planned for. */
    static void requireAsPlanned(
            TableRef ref, TableState planned, @Nullable String uuid, @Nullable String metadataLocation) {
        if (!Objects.equals(planned.uuid(), uuid) || !Objects.equals(planned.metadataLocation(), metadataLocation)) {
            throw changedMeanwhile(ref, null);
        }
    }

    /** Checks that a table to create is not there. */
    static void requireAbsent(TableRef ref, Optional<?> entry) {
        if (entry.isPresent()) {
            throw changedMeanwhile(ref, null);
        }
    }

    static StrandlineException changedMeanwhile(TableRef ref, @Nullable Exception cause) {
        String message = ref + " was changed by somebody else since it was looked at. Nothing was changed; try again.";
        return cause == null
                ? new StrandlineException(ErrorCode.CONFLICT, message)
                : new StrandlineException(ErrorCode.CONFLICT, message, cause);
    }

    /** The error of a change whose table is not there: to who planned it for a state, somebody changed it. */
    static StrandlineException absent(TableRef ref, @Nullable TableState planned, @Nullable Exception cause) {
        return planned == null
                ? new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE,
                        "there is no table " + ref + ". SELECT * FROM information_schema.tables lists those there are.")
                : changedMeanwhile(ref, cause);
    }

    static StrandlineException noNamespace(TableRef ref) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_SCHEMA,
                ref + ": there is no namespace " + ref.namespaceText()
                        + ". Make it with the engine that owns the lake, or name another.");
    }
}
