package io.strandline.reconcile;

import io.strandline.common.LongSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Names with a place and its hash each, in the order they were added. There may be millions: each takes 17 bytes beside its
 * texts, in pieces that are never copied. Not thread-safe.
 */
final class Places {
    private static final int IN_A_PIECE = 1 << 12;
    private static final int BITS_A_PLACE = 32;
    private static final int MOST_BITS = 1 << 30;

    private final List<Piece> pieces = new ArrayList<>();
    private int size;

    private static final class Piece {
        final String[] names = new String[IN_A_PIECE];
        final String[] places = new String[IN_A_PIECE];
        final long[] keys = new long[IN_A_PIECE];
        final boolean[] registered = new boolean[IN_A_PIECE];
    }

    /**
     * Adds one.
     *
     * @param key hash of the place
     */
    void add(String name, String place, boolean registered, long key) {
        if (size == pieces.size() * IN_A_PIECE) {
            pieces.add(new Piece());
        }
        Piece piece = piece(size);
        int at = size++ % IN_A_PIECE;
        piece.names[at] = name;
        piece.places[at] = place;
        piece.keys[at] = key;
        piece.registered[at] = registered;
    }

    int size() {
        return size;
    }

    String name(int i) {
        return piece(i).names[i % IN_A_PIECE];
    }

    String place(int i) {
        return piece(i).places[i % IN_A_PIECE];
    }

    long key(int i) {
        return piece(i).keys[i % IN_A_PIECE];
    }

    /** Whether it is that of a registration, not of a table. */
    boolean isRegistration(int i) {
        return piece(i).registered[i % IN_A_PIECE];
    }

    private Piece piece(int i) {
        return pieces.get(i / IN_A_PIECE);
    }

    /** The keys that more than one place has. Nearly every key has a bit of its own, so that a set has to tell of few. */
    LongSet repeatedKeys() {
        int bits = Integer.highestOneBit(Math.min(size, MOST_BITS / BITS_A_PLACE) | 1) * BITS_A_PLACE;
        BitSet taken = new BitSet(bits);
        LongSet suspects = new LongSet();
        for (int i = 0; i < size; i++) {
            int bit = (int) key(i) & (bits - 1);
            if (taken.get(bit)) {
                suspects.add(key(i));
            }
            taken.set(bit);
        }
        LongSet seen = new LongSet();
        LongSet repeated = new LongSet();
        for (int i = 0; i < size; i++) {
            if (suspects.contains(key(i)) && !seen.add(key(i))) {
                repeated.add(key(i));
            }
        }
        return repeated;
    }

    /** The keys that are among those numbers. */
    LongSet keysAmong(LongSet numbers) {
        LongSet among = new LongSet();
        for (int i = 0; i < size; i++) {
            if (numbers.contains(key(i))) {
                among.add(key(i));
            }
        }
        return among;
    }
}
