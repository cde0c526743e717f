package io.strandline.gateway.launcher;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline serve}: a gateway until the process is told to end. */
@Command(name = "serve", description = "Serves the lakehouse of a configuration file over JDBC.")
final class ServeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The YAML file; docs/configure.md has its keys.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Override
    public Integer call() throws InterruptedException {
        try (StrandlineGateway gateway = StrandlineGateway.start(new ConfigReader(System::getenv).read(config))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("Strandline " + StrandlineGateway.VERSION + " listens on " + gateway.jdbcUrl());
            out.println("Connect with: server/bin/strandline sql --url " + gateway.jdbcUrl());
            gateway.closeWithProcess();
            gateway.warmUp();
            gateway.awaitClose();
        }
        return 0;
    }
}
