package io.strandline.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.strandline.common.CallContext;
import io.strandline.gateway.sql.StatementExecution;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/**
 * Classes that are a statement by wrapping another. The compiler sees to it that they hand on what has no default; what has
 * one would be lost in silence, such as the progress of a job.
 */
final class Wrappers {
    private static final List<Class<?>> STATEMENTS = List.of(CallContext.class, StatementExecution.class);

    private Wrappers() {}

    static ArchCondition<JavaClass> handEverythingOn() {
        return new ArchCondition<>("hand everything on to what they wrap") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (type.getFields().stream().noneMatch(field -> isStatement(field.getRawType()))) {
                    return;
                }
                STATEMENTS.stream()
                        .filter(type::isAssignableTo)
                        .flatMap(statement -> Arrays.stream(statement.getMethods()))
                        .filter(Method::isDefault)
                        .filter(method -> !handsOn(type, method.getName()))
                        .forEach(method -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " does not hand on " + method.getName())));
            }
        };
    }

    private static boolean isStatement(JavaClass type) {
        return STATEMENTS.stream().anyMatch(statement -> type.getName().equals(statement.getName()));
    }

    /** By a method of its own, or one it inherits. */
    private static boolean handsOn(JavaClass type, String method) {
        return type.getAllMethods().stream()
                .filter(own -> own.getName().equals(method))
                .flatMap(own -> own.getMethodCallsFromSelf().stream())
                .anyMatch(call ->
                        isStatement(call.getTargetOwner()) && call.getName().equals(method));
    }
}
