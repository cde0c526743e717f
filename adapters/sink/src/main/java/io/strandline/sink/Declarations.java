package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Whether a driver is what it says: checked each time one is wrapped (SNK-1). */
final class Declarations {
    private Declarations() {}

    /**
     * Checks them.
     *
     * @throws StrandlineException {@link ErrorCode#INTERNAL} naming what the driver says and does not do
     */
    static void check(SinkDriver driver) {
        SinkDescription says = driver.describe();
        Set<Capability> does = capabilities(driver);
        for (Capability capability : Capability.values()) {
            if (says.has(capability) != does.contains(capability)) {
                throw contradiction(
                        says,
                        "says " + (says.has(capability) ? "" : "not ") + "to have " + capability + " and returns "
                                + (does.contains(capability) ? "its" : "no") + " group");
            }
        }
        if (says.modes().isEmpty()) {
            throw contradiction(says, "has no mode");
        }
        if (says.modes().contains(WriteMode.OVERWRITE) != says.has(Capability.STAGING)) {
            throw contradiction(says, "has mode overwrite without staging, or staging without mode overwrite");
        }
        if (says.dedupsByKey() && says.modes().stream().noneMatch(WriteMode::isKeyed)) {
            throw contradiction(says, "dedups by key and has no keyed mode");
        }
        if (says.has(Capability.NATIVE_LOAD) == says.nativeLoads().isEmpty()) {
            throw contradiction(says, "lists native loads without the group, or has the group and lists none");
        }
        for (NativeLoad load : says.nativeLoads()) {
            if (!says.modes().containsAll(load.modes())) {
                throw contradiction(says, "loads " + load.format() + " in a mode it does not have");
            }
        }
    }

    /** Checks that what is known from the configuration is what the driver is, field by field. */
    static void check(SinkDescription configured, SinkDriver driver) {
        check(driver);
        SinkDescription built = driver.describe();
        BiConsumer<String, Boolean> same = (field, equal) -> {
            if (!equal) {
                throw contradiction(built, "differs from its static description in " + field);
            }
        };
        same.accept("id", configured.id().equals(built.id()));
        same.accept("connector", configured.connector().equals(built.connector()));
        same.accept("dataset URI", configured.datasetUri().equals(built.datasetUri()));
        same.accept("modes", configured.modes().equals(built.modes()));
        same.accept("capabilities", configured.capabilities().equals(built.capabilities()));
        same.accept("unknown fields", configured.unknownFields() == built.unknownFields());
        same.accept("atomicity", configured.atomicity() == built.atomicity());
        same.accept("dedup", configured.dedupsByKey() == built.dedupsByKey());
        same.accept("native loads", configured.nativeLoads().equals(built.nativeLoads()));
        same.accept("schema of its configuration", configured.configSchema().equals(built.configSchema()));
    }

    private static Set<Capability> capabilities(SinkDriver driver) {
        Set<Capability> found = EnumSet.noneOf(Capability.class);
        BiConsumer<Capability, Optional<?>> see = (capability, group) -> {
            if (group.isPresent()) {
                found.add(capability);
            }
        };
        see.accept(Capability.STAGING, driver.staging());
        see.accept(Capability.COMMIT_TOKEN, driver.tokens());
        see.accept(Capability.CLEANUP, driver.cleanup());
        see.accept(Capability.SCHEMA_EVOLUTION, driver.evolution());
        see.accept(Capability.ROLLBACK, driver.rollback());
        see.accept(Capability.COLUMNAR, driver.columnar());
        see.accept(Capability.NATIVE_LOAD, driver.nativeLoad());
        return found;
    }

    private static StrandlineException contradiction(SinkDescription sink, String what) {
        return new StrandlineException(
                ErrorCode.INTERNAL,
                "sink " + sink.id() + ": its driver " + sink.connector() + " " + what
                        + ". This is a fault of the driver; nothing was written.");
    }
}
