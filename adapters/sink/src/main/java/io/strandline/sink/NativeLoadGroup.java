package io.strandline.sink;

import java.io.InputStream;

/** Takes bytes in a format that the destination loads itself (SNK-22). */
public interface NativeLoadGroup {
    /**
     * Loads the bytes to their end, together with the stamp of the call, all or none.
     *
     * @param format one that the sink lists for the mode of the call
     * @return how many rows they held
     */
    PageReport load(String format, InputStream bytes, WriteCall call);
}
