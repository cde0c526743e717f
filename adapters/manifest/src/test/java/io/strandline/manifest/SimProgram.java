package io.strandline.manifest;

import java.util.List;

/** What a process of a simulation does: the same requests for the same answers, whenever it runs. */
@FunctionalInterface
interface SimProgram {
    /** Runs to its end; what it came to. */
    List<SimEvent> run(SimPorts ports);
}
