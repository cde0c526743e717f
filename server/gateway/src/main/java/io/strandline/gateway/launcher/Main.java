package io.strandline.gateway.launcher;

import io.strandline.common.StrandlineException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** Entry point of {@code bin/strandline}. Exit codes: 0 done, 1 failed, 2 wrong words on the command line. */
@Command(
        name = "strandline",
        description = "A SQL gateway to the control plane of a lakehouse.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            CheckCommand.class,
            SqlCommand.class,
            EventsCommand.class,
            HashPasswordCommand.class,
            VersionCommand.class,
            HelpCommand.class
        })
public final class Main {
    private static final Logger LOG = Logger.getLogger(Main.class.getName());

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        readLogging();
        System.exit(
                commandLine(utf8(FileDescriptor.out), utf8(FileDescriptor.err)).execute(arguments));
    }

    /** The stream in UTF-8 whatever the machine's charset is, so that names print as they are. */
    private static PrintWriter utf8(FileDescriptor stream) {
        return new PrintWriter(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }

    /** Our own levels and format, unless the person who starts it brought a file of theirs. */
    private static void readLogging() {
        if (System.getProperty("java.util.logging.config.file") != null) {
            return;
        }
        try (InputStream properties = Main.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(properties);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The commands, printing to these. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    err.println(message(failure));
                    LOG.log(Level.FINE, "command failed", failure);
                    return 1;
                });
    }

    /** What a person reads of a failure: message and SQLSTATE, no trace. */
    static String message(Throwable failure) {
        if (failure instanceof SQLException sql) {
            return "error: " + sql.getMessage() + " (SQLSTATE " + sql.getSQLState() + ")";
        }
        if (failure instanceof StrandlineException ours) {
            return "error: " + ours.getMessage() + " (SQLSTATE " + ours.code().sqlState() + ")";
        }
        return "error: " + StrandlineException.describe(failure);
    }
}
