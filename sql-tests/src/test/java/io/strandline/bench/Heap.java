package io.strandline.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What the heap of this JVM holds, in bytes. */
final class Heap {
    private static final AtomicLong MOST_AFTER_A_COLLECTION = new AtomicLong();
    private static final Set<String> POOLS = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(pool -> pool.getName())
            .collect(Collectors.toSet());

    private Heap() {}

    /** From now on, what is left after each collection is looked at. */
    static void watch() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> {
                                CompositeData data = (CompositeData) notification.getUserData();
                                Map<String, MemoryUsage> after = GarbageCollectionNotificationInfo.from(data)
                                        .getGcInfo()
                                        .getMemoryUsageAfterGc();
                                long used = after.entrySet().stream()
                                        .filter(pool -> POOLS.contains(pool.getKey()))
                                        .mapToLong(pool -> pool.getValue().getUsed())
                                        .sum();
                                MOST_AFTER_A_COLLECTION.accumulateAndGet(used, Math::max);
                            },
                            null,
                            null);
        }
    }

    /** The most that was left after a collection since {@link #watch}: live or not yet known to be dead. */
    static long mostAfterACollection() {
        return MOST_AFTER_A_COLLECTION.get();
    }

    /** What a full collection now leaves; what other threads make after it is not in it. */
    static long live() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> POOLS.contains(pool.getName()) && pool.getCollectionUsage() != null)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }
}
