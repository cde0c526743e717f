package io.strandline.log;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes when it is told to, backwards too. */
public final class SetClock extends Clock {
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    /** Goes on by that much. */
    public void advance(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }
}
