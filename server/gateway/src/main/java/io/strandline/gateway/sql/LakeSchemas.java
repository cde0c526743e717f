package io.strandline.gateway.sql;

import io.strandline.sqlkit.SqlCatalog;
import java.util.Set;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * A catalog of the lake as Calcite looks names up: any qualifier is taken for a schema, and what is in it is asked for when a
 * table is named. Nothing is ever listed.
 */
final class LakeSchemas extends AbstractSchema {
    private final SqlCatalog catalog;
    private final LookedUp lookedUp;

    LakeSchemas(SqlCatalog catalog, LookedUp lookedUp) {
        this.catalog = catalog;
        this.lookedUp = lookedUp;
    }

    @Override
    public Lookup<? extends Schema> subSchemas() {
        return new ByName<Schema>(name -> lookedUp.canBeSchema(name) ? new Tables(name) : null, true);
    }

    private final class Tables extends AbstractSchema {
        private final String schema;

        Tables(String schema) {
            this.schema = schema;
        }

        @Override
        public Lookup<Table> tables() {
            return new ByName<>(name -> lookedUp.find(catalog, schema, name), false);
        }
    }

    /** What finds something by its name. */
    private interface Find<T> {
        @Nullable
        T of(String name);
    }

    /** Names are matched exactly and never listed. */
    private static final class ByName<T> implements Lookup<T> {
        private final Find<T> find;
        private final boolean anyCase;

        /**
         * A look-up.
         *
         * @param anyCase whether Calcite, which looks again without regard to case when it has not found a name, shall find what
         *     it found: then it says which part of the name is wrong
         */
        ByName(Find<T> find, boolean anyCase) {
            this.find = find;
            this.anyCase = anyCase;
        }

        @Override
        public @Nullable T get(String name) {
            return find.of(name);
        }

        @Override
        public @Nullable Named<T> getIgnoreCase(String name) {
            T found = anyCase ? find.of(name) : null;
            return found == null ? null : new Named<>(name, found);
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            return Set.of();
        }
    }
}
