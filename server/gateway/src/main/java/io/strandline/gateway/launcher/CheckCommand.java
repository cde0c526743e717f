package io.strandline.gateway.launcher;

import io.strandline.common.StrandlineException;
import io.strandline.gateway.BackendProbe;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.gateway.config.GatewayConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline check}: reads a configuration, asks every backend for something small, changes nothing. */
@Command(
        name = "check",
        description =
                "Checks a configuration file and asks every backend it names whether it answers; changes nothing.")
final class CheckCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The YAML file.")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        GatewayConfig read = new ConfigReader(System::getenv).read(config);
        List<BackendProbe> probes = BackendProbe.all(read);
        out.println("ok     configuration " + config);
        int failed = 0;
        for (BackendProbe probe : probes) {
            try {
                out.println("ok     " + probe.name() + ": " + probe.ask());
            } catch (StrandlineException e) {
                failed++;
                out.println("failed " + probe.name() + ": " + StrandlineException.describe(e));
            }
        }
        out.println(failed == 0 ? "all answer" : failed + " of " + probes.size() + " do not answer");
        return failed == 0 ? 0 : 1;
    }
}
