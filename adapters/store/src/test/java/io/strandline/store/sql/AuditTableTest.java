package io.strandline.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Intent;
import io.strandline.common.Role;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code runtime.audit} over what a journal wrote. */
class AuditTableTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-03-10T07:30:00.5Z"), ZoneOffset.UTC);

    @TempDir
    Path directory;

    private StoreDatabase database;
    private DatabaseJournal journal;
    private VirtualTable<AuditEntry> audit;

    @BeforeEach
    void open() {
        database = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        journal = DatabaseJournal.open(database, JournalOptions.defaults(), CLOCK);
        journal.start(Map.of());
        audit = AuditTable.of(new DatabaseAuditLog(database));
        refuse("ann", "a");
        refuse("bob", "b");
    }

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    private void refuse(String user, String target) {
        Journal.Request request = new Journal.Request(
                "of " + user, new Caller(user, Role.READER), "k", "h", "CALL x()", true, CLOCK.instant());
        Journal.Running running = ((Journal.Fresh) journal.claim(request)).running();
        running.effects().refuse(new Intent("test.drop", target, "{}"), "managed_table", "is ours");
        running.fail("55000", 1205, "refused");
    }

    private static CallContext call(Caller caller) {
        return (CallContext) Proxy.newProxyInstance(
                CallContext.class.getClassLoader(),
                new Class<?>[] {CallContext.class},
                (proxy, method, arguments) -> method.getName().equals("caller") ? caller : null);
    }

    private List<AuditEntry> read(Caller caller, List<Condition> conditions, List<SortKey> sort) {
        Wanted wanted = new Wanted(Set.of("target"), conditions, sort, OptionalLong.empty());
        try (Stream<AuditEntry> rows = audit.rows().read(wanted, call(caller))) {
            return rows.toList();
        }
    }

    /** GW-3: must-fail twin included: a condition on another's name shows nothing. */
    @Test
    void readersSeeTheirOwnRowsAndOperatorsAll() {
        Caller ann = new Caller("ann", Role.READER);
        Condition bobs = new Condition("user_name", Condition.Operator.EQUAL, List.of("bob"));
        assertThat(read(ann, List.of(), List.of()))
                .extracting(AuditEntry::target)
                .containsExactly("a");
        assertThat(read(ann, List.of(bobs), List.of())).isEmpty();
        assertThat(read(new Caller("ann", Role.OPERATOR), List.of(bobs), List.of()))
                .extracting(AuditEntry::target)
                .containsExactly("b");
    }

    /** Every column that is said to be pushed and sorted is known to the store. */
    @Test
    void everyColumnSortsAndIsCompared() {
        Caller operator = new Caller("op", Role.OPERATOR);
        assertThat(audit.comparisons())
                .containsExactlyInAnyOrderElementsOf(
                        audit.columns().stream().map(Column::name).toList());
        for (Column<AuditEntry> column : audit.columns()) {
            List<SortKey> sort = List.of(new SortKey(column.name(), true, true));
            Object value =
                    column.value().apply(read(operator, List.of(), List.of()).get(0));
            assertThat(value).as(column.name()).isNotNull();
            Condition same = new Condition(column.name(), Condition.Operator.EQUAL, List.of(value));
            assertThat(read(operator, List.of(same), sort))
                    .as(column.name())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(column.value().apply(row)).isEqualTo(value));
        }
    }
}
