package io.strandline.log;

/**
 * Which partition a key goes to: {@code (murmur2(key) & 0x7fffffff) % n}, in every version the same as Kafka's (LOG-12).
 * The hash is Austin Appleby's MurmurHash2 for 32 bits, little-endian, with the seed that Kafka takes.
 */
public final class KeyPartitioner {
    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;
    private static final int R = 24;

    private KeyPartitioner() {}

    /** The partition, from 0 up to below {@code partitions}. */
    public static int partition(Bytes key, int partitions) {
        return (hash(key) & 0x7fffffff) % partitions;
    }

    /** Kafka's hash of a key. */
    public static int hash(Bytes key) {
        int length = key.length();
        int hash = SEED ^ length;
        int at = 0;
        for (; length - at >= 4; at += 4) {
            int block = key.at(at) | (key.at(at + 1) << 8) | (key.at(at + 2) << 16) | (key.at(at + 3) << 24);
            block *= M;
            block ^= block >>> R;
            block *= M;
            hash = (hash * M) ^ block;
        }
        if (at < length) {
            for (int rest = length - 1; rest >= at; rest--) {
                hash ^= key.at(rest) << (8 * (rest - at));
            }
            hash *= M;
        }
        hash ^= (hash >>> 13);
        hash *= M;
        return hash ^ (hash >>> 15);
    }
}
