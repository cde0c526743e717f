package io.strandline.log;

import io.strandline.log.memory.MemoryEventLog;

/** Logs in memory. */
class MemoryLab extends LogLab {
    @Override
    protected MetadataEventLog create(LogOptions options) {
        return new MemoryEventLog(options, clock());
    }

    @Override
    protected boolean tidyUp(MetadataEventLog log) {
        ((MemoryEventLog) log).tidyUp();
        return true;
    }
}
