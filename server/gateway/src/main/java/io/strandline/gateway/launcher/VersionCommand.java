package io.strandline.gateway.launcher;

import io.strandline.gateway.StrandlineGateway;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code strandline version}. */
@Command(name = "version", description = "Prints the versions of Strandline and of the Java it runs on.")
final class VersionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println("strandline " + StrandlineGateway.VERSION + ", Java " + Runtime.version());
        return 0;
    }
}
