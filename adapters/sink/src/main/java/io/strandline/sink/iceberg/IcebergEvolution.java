package io.strandline.sink.iceberg;

import io.strandline.catalog.DesiredTable;
import io.strandline.catalog.FieldType;
import io.strandline.catalog.Plan;
import io.strandline.catalog.PlanStep;
import io.strandline.catalog.Planner;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableState;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sink.SchemaEvolutionGroup;
import io.strandline.sink.SinkCallContext;
import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes a table's columns by the same plan as {@code ALTER TABLE}: what that refuses is refused (SNK-9, CAT-20). */
record IcebergEvolution(IcebergTarget target, RunWriter writer) implements SchemaEvolutionGroup {
    private static final int ATTEMPTS = 8;

    @Override
    public void evolve(SchemaEvolution evolution, SinkCallContext context) {
        for (int attempt = 1; ; attempt++) {
            try {
                once(evolution, context);
                writer.follow(context);
                return;
            } catch (StrandlineException e) {
                // the columns of another run that evolves too are there then
                if (e.code() != ErrorCode.CONFLICT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void once(SchemaEvolution evolution, SinkCallContext context) {
        TableState live = target.describe(context)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE, "there is no table " + target.ref() + " to evolve."));
        Plan plan = new Planner(LocationRules.defaults())
                .plan(desired(evolution, TableField.of(live.columns())), Optional.of(live), Set.of());
        List<PlanStep> refusals = plan.refusals();
        if (!refusals.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    target.ref() + " cannot follow the columns of the run: "
                            + refusals.stream().map(PlanStep::text).collect(Collectors.joining("; "))
                            + ". Nothing was changed.");
        }
        if (!plan.isEmpty()) {
            context.roundTrips().count();
            target.catalog()
                    .commit(target.ref(), Optional.of(live), plan.target(), new SystemCall(context.startedAt()));
        }
    }

    private DesiredTable desired(SchemaEvolution evolution, List<TableField> live) {
        List<TableField> columns = new ArrayList<>();
        for (TableField field : live) {
            SqlType wider = evolution.widened().get(field.name());
            columns.add(new TableField(
                    field.id(),
                    field.name(),
                    wider == null ? field.type() : typeOf(wider),
                    evolution.relaxed().contains(field.name()) ? Boolean.TRUE : field.nullable(),
                    field.defaultValue(),
                    field.comment(),
                    null));
        }
        for (RowSchema.Column added : evolution.added()) {
            if (live.stream().noneMatch(field -> field.name().equals(added.name()))) {
                columns.add(TableField.of(added.name(), typeOf(added.type()), true));
            }
        }
        return new DesiredTable(target.ref(), columns, null, null, null, Map.of(), null, null, null);
    }

    private static TableField field(String name, SqlType type) {
        return TableField.of(name, typeOf(type), type.nullable());
    }

    /** The lake's type whose values those of SQL are. */
    static FieldType typeOf(SqlType type) {
        return switch (type.kind()) {
            case TEXT -> FieldType.Primitive.of("string");
            case BOOLEAN -> FieldType.Primitive.of("boolean");
            case INTEGER -> FieldType.Primitive.of("int");
            case BIGINT -> FieldType.Primitive.of("long");
            case REAL -> FieldType.Primitive.of("float");
            case DOUBLE -> FieldType.Primitive.of("double");
            case DECIMAL -> new FieldType.Primitive("decimal", List.of(type.precision(), type.scale()));
            case TIMESTAMP -> FieldType.Primitive.of("timestamptz");
            case LOCAL_TIMESTAMP -> FieldType.Primitive.of("timestamp");
            case DATE -> FieldType.Primitive.of("date");
            case TIME -> FieldType.Primitive.of("time");
            case UUID -> FieldType.Primitive.of("uuid");
            case BINARY -> FieldType.Primitive.of("binary");
            case ARRAY -> new FieldType.Listing(field("element", Objects.requireNonNull(type.element())));
            case MAP ->
                new FieldType.Mapping(
                        TableField.of("key", typeOf(Objects.requireNonNull(type.key())), false),
                        field("value", Objects.requireNonNull(type.element())));
            case ROW ->
                new FieldType.Struct(type.fields().stream()
                        .map(one -> field(one.name(), one.type()))
                        .toList());
        };
    }
}
