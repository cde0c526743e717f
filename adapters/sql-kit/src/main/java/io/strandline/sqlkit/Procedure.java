package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import io.strandline.common.CallContext;
import io.strandline.common.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A procedure that SQL can call: name, parameters, columns of its answer, role, and the one call of the domain it makes. A
 * descriptor: immutable. Arguments are bound and checked before anything runs.
 */
public final class Procedure<R> {
    /** The parameter that names the connection a call is about: refused to a caller it is not granted to (GW-3). */
    public static final String CONNECTION = "connection";

    /** The parameter that long procedures have beside their own. */
    public static final String BACKGROUND = "background";

    private static final Parameter BACKGROUND_PARAMETER = new Parameter(
            BACKGROUND,
            SqlType.bool(),
            true,
            false,
            "TRUE runs the call by itself, answers the id of its job at once, and shows it in runtime.jobs. Written as"
                    + " TRUE or FALSE, not bound: the answer has other columns.");

    private final String name;
    private final String remarks;
    private final Role role;
    private final boolean changes;
    private final boolean secret;
    private final List<Parameter> parameters;
    private final Columns<R> columns;
    private final Body<R> body;
    private final @Nullable GroupBody<R> group;

    private Procedure(Builder builder, Columns<R> columns, Body<R> body, @Nullable GroupBody<R> group) {
        this.name = builder.name;
        this.remarks = builder.remarks;
        this.role = builder.role;
        this.changes = builder.changes;
        this.secret = builder.secret;
        this.parameters = builder.allParameters();
        this.columns = columns;
        this.body = body;
        this.group = group;
    }

    /** What several calls do that come together, as a batch. */
    @FunctionalInterface
    public interface GroupBody<R> {
        /**
         * One row for each call, in their order.
         *
         * @param calls what each was given, checked as for one call
         */
        Stream<R> call(List<Arguments> calls, CallContext call);
    }

    /** What a call does. */
    @FunctionalInterface
    public interface Body<R> {
        /** One row for each object touched, or that would be touched. */
        Stream<R> call(Arguments arguments, CallContext call);
    }

    /** Begins a procedure of that name; the remarks say in a sentence what it does. */
    public static Builder named(String name, String remarks) {
        return new Builder(name, remarks);
    }

    /** Lower case. */
    public String name() {
        return name;
    }

    /** What it does. */
    public String remarks() {
        return remarks;
    }

    /** The role a caller needs. */
    public Role role() {
        return role;
    }

    /** Whether a call changes something and so runs under GW-1. */
    public boolean changes() {
        return changes;
    }

    /** Whether the answer holds secrets, and so is not kept for a repeated key (GW-2). */
    public boolean secret() {
        return secret;
    }

    /** Whether a call may ask to run in the background: it has the parameter {@link #BACKGROUND}, its last. */
    public boolean mayRunInBackground() {
        return parameters.contains(BACKGROUND_PARAMETER);
    }

    /** In order. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** The parameter of that name. */
    public Optional<Parameter> parameter(String parameter) {
        return parameters.stream().filter(p -> p.name().equals(parameter)).findFirst();
    }

    /** Columns of the answer, in order. */
    public List<Column<R>> columns() {
        return columns.list();
    }

    /** What it does. */
    public Body<R> body() {
        return body;
    }

    /** What it does for several calls at once; empty if it makes them one by one. */
    public Optional<GroupBody<R>> group() {
        return Optional.ofNullable(group);
    }

    /** Collects a procedure; not thread-safe. */
    public static final class Builder {
        private final String name;
        private final String remarks;
        private final List<Parameter> parameters = new ArrayList<>();
        private Role role = Role.READER;
        private boolean changes;
        private boolean secret;
        private boolean background;

        private Builder(String name, String remarks) {
            this.name = requireNonNull(name, "name");
            this.remarks = requireNonNull(remarks, "remarks");
        }

        /** The role a caller needs; READER by default. */
        public Builder role(Role needed) {
            role = needed;
            return this;
        }

        /** A call changes something: it is journaled, audited and runs at most once (GW-1). */
        public Builder changes() {
            changes = true;
            return this;
        }

        /** The answer holds secrets and is never kept. */
        public Builder answersSecrets() {
            secret = true;
            return this;
        }

        /**
         * A call can be long: it may ask to run by itself, and should tell how far it is. Only for one that changes
         * something, since its outcome is asked for later; its answer must hold no secrets.
         */
        public Builder background() {
            background = true;
            return this;
        }

        private List<Parameter> allParameters() {
            if (!background) {
                return List.copyOf(parameters);
            }
            if (!changes || secret) {
                throw new IllegalStateException(
                        "procedure " + name + " is not one whose outcome can be asked for later");
            }
            List<Parameter> all = new ArrayList<>(parameters);
            all.add(BACKGROUND_PARAMETER);
            return List.copyOf(all);
        }

        /** Adds a parameter that every call must give. */
        public Builder parameter(String parameter, SqlType type, String comment) {
            parameters.add(new Parameter(parameter, type, false, null, comment));
            return this;
        }

        /** Adds a parameter that is NULL if a call leaves it out. */
        public Builder optional(String parameter, SqlType type, String comment) {
            parameters.add(new Parameter(parameter, type.orNull(), true, null, comment));
            return this;
        }

        /** Adds a parameter with a default. */
        public Builder optional(String parameter, SqlType type, @Nullable Object defaultValue, String comment) {
            parameters.add(new Parameter(parameter, type, true, defaultValue, comment));
            return this;
        }

        /** Says what the answer's rows hold. */
        public <R> Answering<R> returns(Columns<R> columns) {
            return new Answering<>(this, columns);
        }
    }

    /** A procedure that lacks only its body. */
    public static final class Answering<R> {
        private final Builder builder;
        private final Columns<R> columns;

        private Answering(Builder builder, Columns<R> columns) {
            this.builder = builder;
            this.columns = columns;
        }

        /** The procedure, with its body. */
        public Procedure<R> does(Body<R> body) {
            return new Procedure<>(builder, columns, body, null);
        }

        /** The procedure, whose calls that come together are one: one statement, one answer to wait for. */
        public Procedure<R> doesInGroups(GroupBody<R> body) {
            return new Procedure<>(builder, columns, (arguments, call) -> body.call(List.of(arguments), call), body);
        }
    }
}
