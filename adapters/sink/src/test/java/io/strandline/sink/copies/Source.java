package io.strandline.sink.copies;

import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is copied: for each token, from 1 on without end, pages of rows that it alone tells. */
final class Source {
    static final RowSchema SCHEMA = new RowSchema(List.of(
            new RowSchema.Column("id", SqlType.bigint()),
            new RowSchema.Column("note", SqlType.text().orNull())));

    static final String SCOPE = "source";
    static final int PAGES = 2;
    private static final int ROWS = 3;

    private Source() {}

    static CommitToken token(long number) {
        return CommitToken.of(number);
    }

    static Page page(long token, int page) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            long id = (token * PAGES + page) * ROWS + row;
            rows.add(new @Nullable Object[] {id, id % 5 == 0 ? null : "token " + token + ", row " + row});
        }
        return new Page(SCHEMA, rows);
    }

    /** All rows up to a token, in order of id. */
    static List<String> rows(long tokens) {
        List<String> all = new ArrayList<>();
        for (long token = 1; token <= tokens; token++) {
            for (int page = 0; page < PAGES; page++) {
                page(token, page).rows().forEach(row -> all.add(shown(row[0], row[1])));
            }
        }
        return all;
    }

    static String shown(@Nullable Object id, @Nullable Object note) {
        return id + ": " + note;
    }
}
