package io.strandline.log;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Bytes that nobody changes: a key or a value of a record. Equal by content; none is not the same as no bytes. */
public final class Bytes {
    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of those. */
    public static Bytes copyOf(byte[] content) {
        return content.length == 0 ? EMPTY : new Bytes(content.clone());
    }

    /** The text in UTF-8. */
    public static Bytes ofText(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** How many. */
    public int length() {
        return content.length;
    }

    /** One of them, unsigned. */
    int at(int index) {
        return content[index] & 0xff;
    }

    /** A copy. */
    public byte[] toArray() {
        return content.clone();
    }

    /** The text they are in UTF-8; empty if they are none. */
    public Optional<String> text() {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** How many they are: what they say may be secret. */
    @Override
    public String toString() {
        return "Bytes[" + content.length + "]";
    }
}
