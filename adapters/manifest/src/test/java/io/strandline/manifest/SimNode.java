package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How far a process is: all that it was answered, and so the request it makes next, or how it ended. The process runs from its
 * start to that request each time; it is the real protocol, which knows nothing of this. Equal answers lead to the same node,
 * so that nodes tell states of a process apart.
 */
final class SimNode {
    /** The answer that is lost, or the error of a store. */
    static final Object FAULT = "no answer";

    @SuppressWarnings("StaticAssignmentOfThrowable") // thrown a million times, and read by nobody
    private static final StrandlineException NO_ANSWER =
            new StrandlineException(ErrorCode.BACKEND, "simulated: no answer");

    private final SimProgram program;
    private final List<Object> answers;
    private final Map<Object, SimNode> next = new HashMap<>();

    /** What it asks for now; null if it ended. */
    final @Nullable SimOp op;

    /** What it has come to, if it ended by itself. */
    final List<SimEvent> events;

    private SimNode(SimProgram program, List<Object> answers) {
        this.program = program;
        this.answers = answers;
        SimOp asked = null;
        List<SimEvent> came = List.of();
        try {
            came = program.run(new SimPorts(new Answers(answers)));
        } catch (Pause pause) {
            asked = pause.op;
        }
        this.op = asked;
        this.events = came;
    }

    /** A process at its start. */
    static SimNode start(SimProgram program) {
        return new SimNode(program, List.of());
    }

    /** After that answer, remembered for the next who comes here. */
    SimNode after(Object answer) {
        return next.computeIfAbsent(answer, this::then);
    }

    /** After that answer. */
    SimNode then(Object answer) {
        List<Object> more = new ArrayList<>(answers);
        more.add(answer);
        return new SimNode(program, more);
    }

    boolean isAtWork() {
        return op != null;
    }

    private static final class Answers implements Function<SimOp, Object> {
        private final List<Object> given;
        private int count;

        Answers(List<Object> given) {
            this.given = given;
        }

        @Override
        public Object apply(SimOp asked) {
            if (count == given.size()) {
                throw new Pause(asked);
            }
            Object answer = given.get(count++);
            if (answer == FAULT) {
                throw NO_ANSWER;
            }
            return answer;
        }
    }

    /** Ends a run at the first request that has no answer yet; no error of the process, so that it catches none. */
    private static final class Pause extends Error {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // never written
        private final SimOp op;

        Pause(SimOp op) {
            super(null, null, false, false);
            this.op = op;
        }
    }
}
