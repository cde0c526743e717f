package io.strandline.common;

/** A set of numbers, 8 to 16 bytes each while it grows little. Not thread-safe. */
public final class LongSet {
    /** 0 marks a free slot, so it is kept apart. */
    private boolean hasZero;

    private long[] slots = new long[64];
    private int size;

    /** An empty set. */
    public LongSet() {}

    /** Adds the number; false if it was there. */
    public boolean add(long number) {
        if (number == 0) {
            boolean isNew = !hasZero;
            hasZero = true;
            return isNew;
        }
        int slot = slot(slots, number);
        if (slots[slot] == number) {
            return false;
        }
        slots[slot] = number;
        if (++size > slots.length / 2) {
            grow();
        }
        return true;
    }

    /** Whether the number is in the set. */
    public boolean contains(long number) {
        return number == 0 ? hasZero : slots[slot(slots, number)] == number;
    }

    /** Whether no number is. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** How many numbers are. */
    public int size() {
        return hasZero ? size + 1 : size;
    }

    private void grow() {
        long[] larger = new long[slots.length * 2];
        for (long number : slots) {
            if (number != 0) {
                larger[slot(larger, number)] = number;
            }
        }
        slots = larger;
    }

    /** Where the number is, or the free slot where it would be. */
    private static int slot(long[] slots, long number) {
        int mask = slots.length - 1;
        int slot = (int) (number ^ (number >>> 32)) & mask;
        while (slots[slot] != 0 && slots[slot] != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
