package io.strandline.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What main code of ours does not do, whichever module it is in. */
final class Habits {
    private Habits() {}

    /** Every habit by what it says. */
    static Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("an error says what it is", NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS);
        rules.put(
                "Optional is no field",
                noFields().that(areNotOfARecord()).should().haveRawType(Optional.class));
        rules.put("only main ends the process", codeUnits().should(not("end the process", Habits::endsTheProcess)));
        rules.put("a wrapper hands everything on", classes().should(Wrappers.handEverythingOn()));
        return rules;
    }

    /** A record's component is what its accessor returns. */
    private static DescribedPredicate<JavaField> areNotOfARecord() {
        return DescribedPredicate.describe(
                "are not of a record", field -> !field.getOwner().isRecord());
    }

    private static boolean endsTheProcess(JavaCodeUnit unit) {
        return !unit.getName().equals("main")
                && unit.getMethodCallsFromSelf().stream().anyMatch(Habits::isExit);
    }

    private static boolean isExit(JavaMethodCall call) {
        String method = call.getTargetOwner().getSimpleName() + "." + call.getName();
        return method.equals("System.exit") || method.equals("Runtime.halt") || method.equals("Runtime.exit");
    }

    private static ArchCondition<JavaCodeUnit> not(String doing, Predicate<JavaCodeUnit> forbidden) {
        return new ArchCondition<>("not " + doing) {
            @Override
            public void check(JavaCodeUnit unit, ConditionEvents events) {
                if (forbidden.test(unit)) {
                    events.add(SimpleConditionEvent.violated(unit, unit.getDescription() + " does " + doing));
                }
            }
        };
    }
}
