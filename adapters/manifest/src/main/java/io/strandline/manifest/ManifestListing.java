package io.strandline.manifest;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.stream.Stream;

/** What an index holds, as SQL asks for it. Streams are to be closed. */
public interface ManifestListing {
    /** The datasets that are wanted, in the wanted order. */
    Stream<KnownDataset> datasets(Wanted wanted, CallContext call);

    /** The records that are wanted, in the wanted order. */
    Stream<KnownVersion> versions(Wanted wanted, CallContext call);
}
