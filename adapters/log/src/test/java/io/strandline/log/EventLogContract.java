package io.strandline.log;

import org.junit.jupiter.api.AfterEach;

/**
 * All that a transport promises. Its test extends this and says where to try it; {@code BrokenLogsTest} shows that each of
 * these checks can fail.
 */
public abstract class EventLogContract
        implements PublishContract, SubscribeContract, KeyedContract, RangeContract, ViewContract {
    private final LogLab lab;

    /** The contract on the transport of that lab, which is closed after each test. */
    protected EventLogContract(LogLab lab) {
        this.lab = lab;
    }

    @Override
    public LogLab lab() {
        return lab;
    }

    /** Closes what the test opened. */
    @AfterEach
    void closeLab() {
        lab.close();
    }
}
