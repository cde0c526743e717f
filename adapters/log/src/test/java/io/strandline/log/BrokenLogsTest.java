package io.strandline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.StrandlineException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The must-fail twins: each check of the contract fails on a log that is broken in what it checks. */
class BrokenLogsTest {
    private static Stream<String> checks() {
        return Arrays.stream(EventLogContract.class.getMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .sorted();
    }

    private static Map<String, UnaryOperator<MetadataEventLog>> twins() {
        Map<String, UnaryOperator<MetadataEventLog>> twins = new LinkedHashMap<>(BrokenPublishing.all());
        twins.putAll(BrokenReading.all());
        twins.putAll(BrokenForViews.all());
        return twins;
    }

    @ParameterizedTest
    @MethodSource("checks")
    void aCheckFailsOnALogThatIsBroken(String check) throws Exception {
        UnaryOperator<MetadataEventLog> twin = twins().get(check);
        assertThat(twin).as("a twin of " + check).isNotNull();
        run(check, real -> real);
        assertThatThrownBy(() -> run(check, twin))
                .isInstanceOfAny(AssertionError.class, StrandlineException.class, IndexOutOfBoundsException.class);
    }

    @Test
    void noTwinIsWithoutACheck() {
        assertThat(twins().keySet()).isSubsetOf(checks().toList());
    }

    private static void run(String check, UnaryOperator<MetadataEventLog> wrapper) throws Exception {
        try (BrokenLab lab = new BrokenLab(wrapper)) {
            EventLogContract contract = new EventLogContract(lab) {};
            EventLogContract.class.getMethod(check).invoke(contract);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private static final class BrokenLab extends MemoryLab {
        private final UnaryOperator<MetadataEventLog> wrapper;

        BrokenLab(UnaryOperator<MetadataEventLog> wrapper) {
            this.wrapper = wrapper;
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(500);
        }

        @Override
        protected MetadataEventLog create(LogOptions options) {
            return wrapper.apply(super.create(options));
        }

        @Override
        protected boolean tidyUp(MetadataEventLog log) {
            if (log instanceof ForwardingLog broken) {
                return !broken.tidies() || super.tidyUp(broken.real);
            }
            return super.tidyUp(log);
        }
    }
}
