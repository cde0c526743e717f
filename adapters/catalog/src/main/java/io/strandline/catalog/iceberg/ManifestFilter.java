package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.catalog.FilesWanted;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Which manifests can have files of the partitions that a statement wants. */
final class ManifestFilter {
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<Integer, PartitionSpec> specs;
    private final FilesWanted wanted;
    private final Map<Integer, Expression> expressions = new ConcurrentHashMap<>();
    private final Map<Integer, ManifestEvaluator> evaluators = new HashMap<>();

    ManifestFilter(Map<Integer, PartitionSpec> specs, FilesWanted wanted) {
        this.specs = specs;
        this.wanted = wanted;
    }

    boolean mayMatch(ManifestFile manifest) {
        PartitionSpec spec = specs.get(manifest.partitionSpecId());
        if (wanted.partitions().isEmpty() || spec == null) {
            return true;
        }
        return evaluators
                .computeIfAbsent(
                        spec.specId(), id -> ManifestEvaluator.forPartitionFilter(expression(spec), spec, true))
                .eval(manifest);
    }

    /** What holds for the partitions of that spec that are wanted, and may hold for others. */
    Expression expression(PartitionSpec spec) {
        return expressions.computeIfAbsent(
                spec.specId(),
                id -> wanted.partitions()
                        .map(texts -> texts.stream()
                                .map(text -> expression(spec, text))
                                .reduce(Expressions.alwaysFalse(), Expressions::or))
                        .orElse(Expressions.alwaysTrue()));
    }

    private static Expression expression(PartitionSpec spec, String text) {
        try {
            JsonNode values = JSON.readTree(text);
            if (values.size() != spec.fields().size()) {
                return Expressions.alwaysFalse();
            }
            Expression all = Expressions.alwaysTrue();
            for (Types.NestedField field : spec.partitionType().fields()) {
                JsonNode value = values.get(field.name());
                if (value == null) {
                    return Expressions.alwaysFalse();
                }
                all = Expressions.and(all, isEqual(field, value));
            }
            return all;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // no text of a partition, or a value that cannot be read back: the statement's own condition tells
            return Expressions.alwaysTrue();
        }
    }

    private static Expression isEqual(Types.NestedField field, JsonNode value) {
        if (field.type().typeId() == Type.TypeID.UNKNOWN) {
            // of a column that was dropped: Iceberg compares no values of it
            return Expressions.alwaysTrue();
        }
        return value.isNull()
                ? Expressions.isNull(field.name())
                : Expressions.equal(field.name(), SingleValueParser.fromJson(field.type(), value));
    }
}
