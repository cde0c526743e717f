package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.ModuleOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options that modules add to those of a session, by name. Immutable. */
public final class ModuleOptions {
    /** None. */
    public static final ModuleOptions NONE = new ModuleOptions(List.of());

    private final Map<String, ModuleOption> byName = new LinkedHashMap<>();

    /** Those. */
    public ModuleOptions(List<ModuleOption> options) {
        options.forEach(option -> byName.put(option.name(), option));
    }

    Collection<ModuleOption> all() {
        return byName.values();
    }

    /**
     * The option of that name; empty if it is one of the gateway's own.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the nearest, if there is none
     */
    Optional<ModuleOption> find(String name) {
        ModuleOption found = byName.get(name);
        if (found != null || SessionVariable.find(name) != null) {
            return Optional.ofNullable(found);
        }
        List<String> names = new ArrayList<>(Arrays.stream(SessionVariable.values())
                .map(SessionVariable::sqlName)
                .toList());
        names.addAll(byName.keySet());
        throw new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "no session option \"" + Text.cut(name, 100) + "\"" + Text.didYouMean(name, names) + " Options are "
                        + String.join(", ", names) + ".");
    }

    /**
     * A value as it is kept.
     *
     * @param value null for none
     * @throws StrandlineException {@code BAD_ARGUMENT}
     */
    static @Nullable String checked(ModuleOption option, @Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            return option.check().apply(value);
        } catch (IllegalArgumentException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "session option " + option.name() + " cannot be '" + Text.cut(value, 100) + "'; give "
                            + option.values() + ".",
                    e);
        }
    }
}
