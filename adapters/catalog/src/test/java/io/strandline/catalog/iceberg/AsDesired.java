package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ColumnPaths;
import io.strandline.catalog.DesiredTable;
import io.strandline.catalog.PartitionFieldState;
import io.strandline.catalog.SortFieldState;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableState;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks, without the planner, that a table is what somebody wanted. */
final class AsDesired {
    private AsDesired() {}

    static void check(DesiredTable desired, TableState live) {
        List<TableField> columns = TableField.of(live.columns());
        columns(desired.columns(), columns);
        desired.properties()
                .forEach((key, value) -> assertThat(live.properties()).containsEntry(key, value));
        if (desired.formatVersion() != null) {
            assertThat(live.formatVersion()).isEqualTo(desired.formatVersion());
        }
        if (desired.partitioning() != null) {
            assertThat(live.partitionFields().stream()
                            .filter(field ->
                                    field.current() && !field.transform().equals("void"))
                            .map(field -> field.transform() + " " + field.sourceId())
                            .collect(Collectors.toSet()))
                    .isEqualTo(desired.partitioning().stream()
                            .map(field -> field.transform().text() + " " + id(columns, field.column()))
                            .collect(Collectors.toSet()));
        }
        if (desired.sorting() != null) {
            assertThat(live.sortFields().stream()
                            .filter(SortFieldState::current)
                            .map(field -> field.transform() + " " + field.sourceId() + " " + field.direction())
                            .toList())
                    .isEqualTo(desired.sorting().stream()
                            .map(field -> field.transform().text() + " " + id(columns, field.column()) + " "
                                    + field.direction())
                            .toList());
        }
        if (desired.identifierFields() != null) {
            assertThat(live.identifierFieldIds())
                    .containsExactlyInAnyOrderElementsOf(desired.identifierFields().stream()
                            .map(path -> id(columns, path))
                            .collect(Collectors.toSet()));
        }
        assertThat(live.partitionFields()).extracting(PartitionFieldState::name).doesNotContainNull();
    }

    private static Integer id(List<TableField> columns, String path) {
        List<TableField> way = ColumnPaths.find(columns, path).orElseThrow();
        return way.get(way.size() - 1).id();
    }

    private static void columns(List<TableField> desired, List<TableField> live) {
        Map<String, TableField> byName = live.stream().collect(Collectors.toMap(TableField::name, Function.identity()));
        int last = -1;
        for (TableField wanted : desired) {
            TableField found = byName.get(wanted.name());
            assertThat(found).as("column " + wanted.name()).isNotNull();
            assertThat(kind(found)).isEqualTo(kind(wanted));
            columns(wanted.children(), found.children());
            if (wanted.nullable() != null) {
                assertThat(found.nullable())
                        .as("nullability of " + wanted.name())
                        .isEqualTo(wanted.nullable());
            }
            if (wanted.comment() != null) {
                assertThat(found.comment()).isEqualTo(wanted.comment());
            }
            if (wanted.defaultValue() != null) {
                assertThat(found.defaultValue()).isEqualTo(wanted.defaultValue());
            }
            assertThat(live.indexOf(found)).as("place of " + wanted.name()).isGreaterThan(last);
            last = live.indexOf(found);
        }
    }

    private static String kind(TableField field) {
        return field.children().isEmpty()
                ? field.type().text()
                : field.type().getClass().getSimpleName();
    }
}
