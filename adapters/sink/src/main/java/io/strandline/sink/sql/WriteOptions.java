package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.Text;
import io.strandline.sink.CommitToken;
import io.strandline.sink.OnDrift;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.ModuleOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What SET says of how the statements of a session write; what it does not say is the sink's to say. */
final class WriteOptions {
    static final String SCOPE = "sink.scope";
    static final String TOKEN = "sink.token";
    static final String MODE = "sink.mode";
    static final String KEY = "sink.key";
    static final String ON_DRIFT = "sink.on_drift";

    private static final int LONGEST = 1_000;

    private WriteOptions() {}

    /** As SET knows them. */
    static List<ModuleOption> all() {
        return List.of(
                new ModuleOption(
                        SCOPE,
                        "text of 1 to 400 characters",
                        "Names the source that statements write from: its tokens tell how far it was written.",
                        scope -> require(scope, !scope.isBlank() && scope.length() <= 400)),
                new ModuleOption(
                        TOKEN,
                        "text led by 20 digits, zeros first",
                        "How far the source is written with the next statements; what the scope has already is left out.",
                        token -> new CommitToken(token).text()),
                new ModuleOption(
                        MODE,
                        "one of " + names(WriteMode.values()),
                        "What INSERT does: adds rows, merges or deletes them by key, or replaces all rows.",
                        mode -> Text.lower(mode(mode).name())),
                new ModuleOption(
                        KEY,
                        "names of columns, joined by commas",
                        "Columns by which rows are merged, updated and deleted.",
                        key -> require(key, !key.isBlank() && key.length() <= LONGEST)),
                new ModuleOption(
                        ON_DRIFT,
                        "one of " + names(OnDrift.values()),
                        "What becomes of columns that the destination does not have, or has in another type.",
                        drift -> Text.lower(onDrift(drift).name())));
    }

    private static String names(Enum<?>[] values) {
        return Arrays.stream(values).map(value -> Text.lower(value.name())).collect(Collectors.joining(", "));
    }

    private static String require(String value, boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException(value);
        }
        return value;
    }

    /** A mode as it is written; throws {@link IllegalArgumentException} for none. */
    static WriteMode mode(String text) {
        return WriteMode.valueOf(Text.upper(text));
    }

    /** A policy as it is written; throws {@link IllegalArgumentException} for none. */
    static OnDrift onDrift(String text) {
        return OnDrift.valueOf(Text.upper(text));
    }

    /** Columns as they are written. */
    static List<String> columns(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    static Optional<WriteMode> mode(CallContext call) {
        return call.option(MODE).map(WriteOptions::mode);
    }

    static Optional<List<String>> key(CallContext call) {
        return call.option(KEY).map(WriteOptions::columns);
    }

    static Optional<CommitToken> token(CallContext call) {
        return call.option(TOKEN).map(CommitToken::new);
    }

    static Optional<OnDrift> onDrift(CallContext call) {
        return call.option(ON_DRIFT).map(WriteOptions::onDrift);
    }
}
