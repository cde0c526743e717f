package io.strandline.log.store;

import io.strandline.log.Bytes;
import io.strandline.log.LatestView;
import io.strandline.log.LogRecord;
import io.strandline.log.ViewOptions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What publishers were told, over the deaths of their processes, and whether the logs agree. */
final class Acknowledged {
    private final Map<String, String> places = new HashMap<>();
    private final Map<String, Integer> lastOfKey = new HashMap<>();
    private int lines;

    /** Takes a line of a child; one that was cut by its death says nothing. */
    void add(String line) {
        String[] words = line.split(" ");
        if (words.length != 5 || !words[4].equals("end")) {
            return;
        }
        lines++;
        switch (words[0]) {
            case "EVENT" -> places.put(words[3], words[1] + "/" + words[2]);
            case "VALUE" -> lastOfKey.put(words[2], Integer.parseInt(words[3]));
            default -> throw new IllegalStateException("a child said: " + line);
        }
    }

    /** How many lines were whole. */
    int lines() {
        return lines;
    }

    /** In what the logs differ from what was told. */
    List<String> faults(StoreEventLog events, StoreEventLog states) {
        List<String> faults = new ArrayList<>();
        Map<String, String> found = new HashMap<>();
        for (int partition = 0; partition < events.partitionCount(); partition++) {
            for (LogRecord record : inOrder(events, partition, faults)) {
                String value = text(record.value());
                if (found.put(value, record.partition() + "/" + record.offset()) != null) {
                    faults.add("twice there: " + value);
                }
            }
        }
        places.forEach((value, place) -> {
            if (!place.equals(found.get(value))) {
                faults.add("told to be at " + place + " and found at " + found.get(value) + ": " + value);
            }
        });
        LatestView view = new LatestView(states, ViewOptions.DEFAULTS, Clock.systemUTC());
        lastOfKey.forEach((key, number) -> {
            List<LogRecord> last = view.find(Bytes.ofText(key), () -> {});
            if (last.size() != 1 || Integer.parseInt(text(last.get(0).value())) < number) {
                faults.add("lost value " + number + " of key " + key);
            }
        });
        return faults;
    }

    private static List<LogRecord> inOrder(StoreEventLog log, int partition, List<String> faults) {
        List<LogRecord> records = new ArrayList<>();
        log.visitRange(partition, 0, log.highWaterMarks(() -> {}).get(partition), records::add, () -> {});
        Instant before = Instant.EPOCH;
        for (int i = 0; i < records.size(); i++) {
            LogRecord record = records.get(i);
            if (record.offset() != i) {
                faults.add("a gap before offset " + record.offset() + " of partition " + partition);
                break;
            }
            if (record.time().isBefore(before)) {
                faults.add("time falls at offset " + i + " of partition " + partition);
            }
            before = record.time();
        }
        return records;
    }

    private static String text(@Nullable Bytes value) {
        return value == null ? "" : value.text().orElse("");
    }
}
