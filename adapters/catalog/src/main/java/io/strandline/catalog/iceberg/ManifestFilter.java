package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.catalog.FilesWanted;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Which manifests can have files that a statement wants, and what holds for the partitions of these. */
final class ManifestFilter {
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<Integer, PartitionSpec> specs;
    private final FilesWanted.Among wanted;
    private final Map<Integer, Expression> expressions = new ConcurrentHashMap<>();
    private final Map<Integer, ManifestEvaluator> evaluators = new HashMap<>();

    ManifestFilter(Map<Integer, PartitionSpec> specs, FilesWanted.Among wanted) {
        this.specs = specs;
        this.wanted = wanted;
    }

    boolean mayMatch(ManifestFile manifest) {
        int specId = manifest.partitionSpecId();
        if (!wanted.specIds().map(ids -> ids.contains(specId)).orElse(true)
                || !wanted.contents()
                        .map(contents -> contents.stream().anyMatch(content -> mayHold(manifest, content)))
                        .orElse(true)) {
            return false;
        }
        PartitionSpec spec = specs.get(specId);
        if (wanted.partitions().isEmpty() || spec == null) {
            return true;
        }
        return evaluators
                .computeIfAbsent(
                        spec.specId(), id -> ManifestEvaluator.forPartitionFilter(expression(spec), spec, true))
                .eval(manifest);
    }

    /** A manifest has data files, or delete files of both kinds. */
    private static boolean mayHold(ManifestFile manifest, String content) {
        return (manifest.content() == ManifestContent.DATA) == content.equals("data");
    }

    /** What holds for the partitions of that spec that are wanted, and may hold for others. */
    Expression expression(PartitionSpec spec) {
        return expressions.computeIfAbsent(
                spec.specId(),
                id -> wanted.partitions()
                        .map(texts -> anyOf(texts, spec, Types.NestedField::name))
                        .orElse(Expressions.alwaysTrue()));
    }

    /**
     * What holds for a partition of that spec whose text is one of those.
     *
     * @param naming how the expression names a field of the partition; null if it cannot
     */
    static Expression anyOf(
            Set<String> texts, PartitionSpec spec, Function<Types.NestedField, @Nullable String> naming) {
        return texts.stream()
                .map(text -> expression(spec, text, naming))
                .reduce(Expressions.alwaysFalse(), Expressions::or);
    }

    private static Expression expression(
            PartitionSpec spec, String text, Function<Types.NestedField, @Nullable String> naming) {
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
                all = Expressions.and(all, isEqual(field, value, naming));
            }
            return all;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // no text of a partition, or a value that cannot be read back: the statement's own condition tells
            return Expressions.alwaysTrue();
        }
    }

    private static Expression isEqual(
            Types.NestedField field, JsonNode value, Function<Types.NestedField, @Nullable String> naming) {
        String name = naming.apply(field);
        if (name == null || field.type().typeId() == Type.TypeID.UNKNOWN) {
            // of a column that was dropped: Iceberg compares no values of it
            return Expressions.alwaysTrue();
        }
        return value.isNull()
                ? Expressions.isNull(name)
                : Expressions.equal(name, SingleValueParser.fromJson(field.type(), value));
    }
}
