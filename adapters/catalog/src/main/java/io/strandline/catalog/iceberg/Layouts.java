package io.strandline.catalog.iceberg;

import io.strandline.catalog.PartitionFieldState;
import io.strandline.catalog.SortFieldState;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;

/** How a table's files are laid out: the fields of its partition specs and sort orders, by id. */
final class Layouts {
    private Layouts() {}

    static List<PartitionFieldState> partitionFields(TableMetadata metadata) {
        List<PartitionFieldState> fields = new ArrayList<>();
        metadata.specs().stream()
                .sorted(Comparator.comparingInt(PartitionSpec::specId))
                .forEach(spec -> {
                    int ordinal = 1;
                    for (PartitionField field : spec.fields()) {
                        fields.add(new PartitionFieldState(
                                spec.specId(),
                                field.fieldId(),
                                field.sourceId(),
                                field.transform().toString(),
                                field.name(),
                                ordinal++,
                                spec.specId() == metadata.defaultSpecId()));
                    }
                });
        return fields;
    }

    static List<SortFieldState> sortFields(TableMetadata metadata) {
        List<SortFieldState> fields = new ArrayList<>();
        metadata.sortOrders().stream()
                .sorted(Comparator.comparingInt(SortOrder::orderId))
                .forEach(order -> {
                    int ordinal = 1;
                    for (SortField field : order.fields()) {
                        fields.add(new SortFieldState(
                                order.orderId(),
                                field.sourceId(),
                                field.transform().toString(),
                                Text.lower(field.direction().name()),
                                field.nullOrder() == NullOrder.NULLS_FIRST ? "nulls-first" : "nulls-last",
                                ordinal++,
                                order.orderId() == metadata.defaultSortOrderId()));
                    }
                });
        return fields;
    }
}
