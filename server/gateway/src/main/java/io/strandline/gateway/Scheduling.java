package io.strandline.gateway;

import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.ScanSettings;
import io.strandline.gateway.schedule.AroundScan;
import io.strandline.gateway.schedule.AroundScan.Call;
import io.strandline.gateway.schedule.OwnStatements.OwnStatement;
import io.strandline.gateway.schedule.ScanScheduler;
import io.strandline.gateway.session.JobRunner;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.store.StoredScans;
import java.time.Clock;
import java.util.Random;

/** Scheduled scans joined with the control plane they compare, and the engine that runs them. */
final class Scheduling {
    private Scheduling() {}

    /**
     * The scans that the configuration wants, not begun yet.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} naming the key
     */
    static ScanScheduler of(GatewayConfig config, ControlPlane plane, JobRunner runner, SqlEngine engine, Clock clock) {
        return new ScanScheduler(
                ScanSettings.of(config),
                new StoredLastScans(new StoredScans(plane.store()), clock),
                plane.leases(),
                (sql, caller) -> own(runner.own(engine, sql, caller)),
                around(plane),
                clock,
                new Random());
    }

    private static AroundScan around(ControlPlane plane) {
        return new AroundScan(
                connection -> plane.followers().callFor(connection).map(sql -> new Call(sql, ScanScheduler.CALLER)),
                connection -> plane.automaticRepairs()
                        .callFor(connection)
                        .map(sql -> new Call(sql, AutomaticRepairs.CALLER)));
    }

    private static OwnStatement own(JobRunner.Own statement) {
        return new OwnStatement() {
            @Override
            public String id() {
                return statement.id();
            }

            @Override
            public void run() {
                statement.run();
            }

            @Override
            public void cancel(String reason) {
                statement.cancel(reason);
            }
        };
    }
}
