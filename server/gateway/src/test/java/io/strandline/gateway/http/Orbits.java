package io.strandline.gateway.http;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A long procedure that says how far it is, and ends when the test lets it. */
final class Orbits implements SqlModule {
    /** One permit ends one call. */
    final Semaphore mayEnd = new Semaphore(0);

    final AtomicInteger begun = new AtomicInteger();

    @Override
    public String schema() {
        return "space";
    }

    @Override
    public String remarks() {
        return "Orbits, for tests.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of();
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of(Procedure.named("orbit", "Goes round.")
                .changes()
                .background()
                .parameter("planet", text(), "Which.")
                .returns(Columns.<String>none().column("outcome", text(), outcome -> outcome, "What came of it."))
                .does(this::orbit));
    }

    private Stream<String> orbit(Arguments arguments, CallContext call) {
        begun.incrementAndGet();
        if (arguments.text("planet").equals("sun")) {
            throw new StrandlineException(ErrorCode.REFUSED, "the sun is too hot");
        }
        call.progress(1, OptionalLong.of(4), "rounds");
        try {
            while (!mayEnd.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                call.checkpoint();
            }
        } catch (InterruptedException e) {
            throw new StrandlineException(ErrorCode.CANCELLED, "interrupted", e);
        }
        call.progress(4, OptionalLong.of(4), "rounds");
        call.warn("dizzy");
        return Stream.of("round " + arguments.text("planet"));
    }
}
