package io.strandline.gateway.sql;

import io.strandline.parser.StrandlineParser;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.tools.RelRunner;
import org.jspecify.annotations.Nullable;

/** What planning one statement asks of its session: schemas, dialect, time zone. Used by one thread. */
final class PlanningContext implements CalcitePrepare.Context {
    private static final CalciteConnectionConfig DIALECT = dialect();

    private final CalciteSchema root;
    private final SessionOptions options;
    private final JavaTypeFactory typeFactory = new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE);

    PlanningContext(CalciteSchema root, SessionOptions options) {
        this.root = root;
        this.options = options;
    }

    private static CalciteConnectionConfig dialect() {
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.UNQUOTED_CASING.camelName(), "TO_LOWER");
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
        properties.setProperty(CalciteConnectionProperty.FUN.camelName(), "standard,postgresql,bigquery,mysql");
        properties.setProperty(CalciteConnectionProperty.MATERIALIZATIONS_ENABLED.camelName(), "false");
        return new CalciteConnectionConfigImpl(properties) {
            @Override
            public SqlConformance conformance() {
                return Conformance.INSTANCE;
            }
        };
    }

    /**
     * The parser's, but a column that is neither grouped by nor aggregated is an error: MySQL's any value of the group is an answer
     * nobody asked for, and a wrong one under GROUPING SETS.
     */
    private static final class Conformance extends SqlDelegatingConformance {
        private static final Conformance INSTANCE = new Conformance();

        private Conformance() {
            super(StrandlineParser.CONFORMANCE);
        }

        @Override
        public boolean isNonStrictGroupBy() {
            return false;
        }

        /** A number that does not fit is an error, never another number. */
        @Override
        public boolean checkedArithmetic() {
            return true;
        }
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return typeFactory;
    }

    @Override
    public CalciteSchema getRootSchema() {
        return root;
    }

    @Override
    public CalciteSchema getMutableRootSchema() {
        return root;
    }

    @Override
    public List<String> getDefaultSchemaPath() {
        return List.of(options.catalog(), options.schema());
    }

    /**
     * Where names are looked up, in order: the session's schema, the control plane, the session's catalog, the root. The control
     * plane comes before a catalog of the lake, so that what is its own neither asks the lake nor is hidden by it.
     */
    List<List<String>> paths() {
        return paths(options);
    }

    /** Where a session with those options looks names up. */
    static List<List<String>> paths(SessionOptions options) {
        return List.of(
                List.of(options.catalog(), options.schema()),
                List.of(RootSchema.CONTROL_PLANE),
                List.of(options.catalog()),
                List.of());
    }

    @Override
    public CalciteConnectionConfig config() {
        return DIALECT;
    }

    @Override
    public CalcitePrepare.SparkHandler spark() {
        return CalcitePrepare.Dummy.getSparkHandler(false);
    }

    /** What constants are reduced with. */
    @Override
    public DataContext getDataContext() {
        return new StatementData(typeFactory, options.timeZone());
    }

    @Override
    public @Nullable List<String> getObjectPath() {
        return null;
    }

    @Override
    public RelRunner getRelRunner() {
        throw new UnsupportedOperationException("relational expressions run only as statements");
    }
}
