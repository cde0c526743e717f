package io.strandline.gateway.http;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Grants;
import io.strandline.common.Role;
import java.util.Map;
import java.util.Optional;

/** Who may log in, by name. Without any, whoever reaches the gateway is an admin, and so it listens on loopback only. */
public record Users(Map<String, User> byName) {
    /** Nobody is configured. */
    public static final Users NONE = new Users(Map.of());

    public Users {
        byName = Map.copyOf(byName);
    }

    /**
     * A login.
     *
     * @param passwordHash bcrypt, as {@link Passwords#hash} makes it
     * @param grants where it may do what its role allows
     */
    public record User(String passwordHash, Role role, Grants grants) {
        public User {
            requireNonNull(passwordHash, "passwordHash");
            requireNonNull(role, "role");
            requireNonNull(grants, "grants");
        }

        /** One that is not limited to some connections. */
        public User(String passwordHash, Role role) {
            this(passwordHash, role, Grants.ALL);
        }

        /** Without the hash. */
        @Override
        public String toString() {
            return "User[" + role + ", " + grants + "]";
        }
    }

    /** Whether nobody is configured. */
    public boolean none() {
        return byName.isEmpty();
    }

    /** The login of that name. */
    Optional<User> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
