package io.strandline.faults;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Another process that holds the write lock of a SQLite file until it is closed. */
final class StoreLocker implements AutoCloseable {
    private final Process process;

    private StoreLocker(Process process) {
        this.process = process;
    }

    /** Returns when the lock is held. */
    static StoreLocker lock(Path database) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreLocker.class.getName(),
                        database.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!"locked".equals(out.readLine())) {
            process.destroyForcibly();
            throw new IOException(database + " could not be locked");
        }
        return new StoreLocker(process);
    }

    /** The other process: takes the lock, says so, and holds it until its input ends. */
    public static void main(String[] arguments) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("BEGIN EXCLUSIVE");
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            out.println("locked");
            System.in.read();
            statement.execute("ROLLBACK");
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
