package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * As much of a registration as a comparison of very many needs of each; {@link Registrations#named} gives the rest.
 *
 * @param table exact name of the table
 * @param location where the registration says it lies, as it was written
 * @param tableUuid UUID the table had when it was registered; null if none was recorded
 */
public record RegisteredPlace(
        String table, String location, @Nullable String tableUuid) {
    public RegisteredPlace {
        requireNonNull(table, "table");
        requireNonNull(location, "location");
    }

    /** That of a registration. */
    public static RegisteredPlace of(Registration registration) {
        return new RegisteredPlace(
                registration.table().name(), registration.location().text(), registration.tableUuid());
    }
}
