package io.strandline.users;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/** Where a secret might be seen: what this JVM logs while this is open, in full detail, and files. */
final class Logged implements AutoCloseable {
    private static final List<String> LOGGERS = List.of("", "io.strandline", "org.apache.iceberg", "org.eclipse.jetty");

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final List<Logger> loggers = LOGGERS.stream().map(Logger::getLogger).toList();
    private final List<Level> levels = new ArrayList<>();
    private final Handler recorder = new Recorder();

    Logged() {
        recorder.setLevel(Level.ALL);
        for (Logger logger : loggers) {
            levels.add(logger.getLevel());
            logger.setLevel(Level.FINE);
        }
        loggers.get(0).addHandler(recorder);
    }

    List<String> lines() {
        return List.copyOf(logged);
    }

    /** Names of the files below a folder in which that word is. */
    static List<String> filesWith(String word, Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(word)) {
                    found.add(file.getFileName().toString());
                }
            }
        }
        return found;
    }

    @Override
    public void close() {
        loggers.get(0).removeHandler(recorder);
        for (int i = 0; i < loggers.size(); i++) {
            loggers.get(i).setLevel(levels.get(i));
        }
    }

    private final class Recorder extends Handler {
        private final SimpleFormatter format = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            logged.add(format.format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
