package io.strandline.sink.copies;

import io.strandline.common.Failpoint;
import io.strandline.sink.WriteMode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A process that copies until it is stopped; it says each token that it has sent. */
final class CopyingChild {
    /** How it ends at its failpoint. */
    static final int STOPPED = 77;

    /** How it ends if it was never there. */
    static final int NEVER_THERE = 78;

    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    private CopyingChild() {}

    /**
     * What tells it what to do.
     *
     * @param mode append goes on with the copy, overwrite begins it anew
     * @param point where it stops; null for nowhere
     * @param passing at which time it is there
     */
    static List<String> arguments(Place place, WriteMode mode, long upTo, @Nullable Failpoint point, int passing) {
        List<String> arguments = new ArrayList<>(place.arguments());
        arguments.addAll(
                List.of(mode.name(), String.valueOf(upTo), point == null ? "" : point.name(), String.valueOf(passing)));
        return arguments;
    }

    /** See {@link #arguments}. */
    public static void main(String[] arguments) {
        List<String> orders = Arrays.asList(arguments);
        long upTo = Long.parseLong(orders.get(5));
        try (Place place = Place.open(orders.subList(0, 4));
                Copier copier = Copier.beside(place)) {
            copier.endWhatIsLeft();
            stopAt(orders.get(6), Integer.parseInt(orders.get(7)));
            if (WriteMode.valueOf(orders.get(4)) == WriteMode.OVERWRITE) {
                copier.overwrite(upTo);
            } else {
                copier.copy(upTo, token -> OUT.println("SENT " + token));
            }
        }
        System.exit(NEVER_THERE);
    }

    /** Without a shutdown hook, a flush or a word. */
    private static void stopAt(String point, int passing) {
        AtomicInteger left = new AtomicInteger(passing);
        if (!point.isEmpty()) {
            Failpoint.install(reached -> {
                if (reached.name().equals(point) && left.decrementAndGet() == 0) {
                    Runtime.getRuntime().halt(STOPPED);
                }
            });
        }
    }
}
