package io.strandline.gateway.launcher;

import io.strandline.gateway.http.Passwords;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strandline hash-password}: asks for a password without showing it, or reads a line from standard input. */
@Command(
        name = "hash-password",
        description = "Asks for a password and prints the hash that server.users in the configuration takes.")
final class HashPasswordCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", arity = "0", interactive = true, prompt = "Password: ", hidden = true)
    @SuppressWarnings("NullAway.Init")
    private String password;

    @Override
    public Integer call() {
        if (password == null || password.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no password was given");
        }
        spec.commandLine().getOut().println(Passwords.hash(password));
        return 0;
    }
}
