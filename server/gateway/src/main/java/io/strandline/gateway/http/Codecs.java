package io.strandline.gateway.http;

/** The codecs of the port; the first byte of a body tells which one it is in. */
final class Codecs {
    private static final byte JSON_BEGIN = '{';
    private static final byte SMILE_BEGIN = ':';

    private final Codec json = JacksonCodec.json();
    private final Codec smile = JacksonCodec.smile();
    private final Codec protobuf = new ProtobufCodec();

    /** The codec of a body that begins so: <code>{</code> JSON, <code>:</code> Smile, else protobuf. */
    Codec of(byte first) {
        return switch (first) {
            case JSON_BEGIN -> json;
            case SMILE_BEGIN -> smile;
            default -> protobuf;
        };
    }
}
