package io.strandline.reconcile.crash;

import io.strandline.common.Effects;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.reconcile.Outbox;
import java.lang.reflect.Proxy;
import java.time.Instant;

/** How a gateway carries changes out and tells of them: as it should, or in a way that the checks have to find out. */
enum Twin {
    NONE {
        @Override
        Effects effects(Effects real) {
            return real;
        }
    },
    /** Writes that the change is made, then makes it. */
    OUTCOME_FIRST {
        @Override
        Effects effects(Effects real) {
            return new Wrong(real) {
                @Override
                public Outcome carryOut(Intent intent, Change change) {
                    real.carryOut(intent, Outcome::ofDone);
                    return change.make();
                }
            };
        }
    },
    /** Makes the change, then writes that it is about to. */
    NO_STARTED_ROW {
        @Override
        Effects effects(Effects real) {
            return new Wrong(real) {
                @Override
                public Outcome carryOut(Intent intent, Change change) {
                    Outcome made = change.make();
                    return real.carryOut(intent, () -> made);
                }
            };
        }
    },
    /** Writes that notices have arrived, then posts them. */
    DELIVERED_FIRST {
        @Override
        Effects effects(Effects real) {
            return real;
        }

        @Override
        Outbox outbox(Outbox real) {
            return (Outbox) Proxy.newProxyInstance(
                    Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, arguments) -> {
                        Object answer = method.invoke(real, arguments);
                        // one alone is asked for only to see whether there are any
                        if (answer instanceof Outbox.Batch batch && (Integer) arguments[2] > 1) {
                            real.delivered(batch.notices(), (Instant) arguments[1]);
                        }
                        return answer;
                    });
        }
    };

    abstract Effects effects(Effects real);

    Outbox outbox(Outbox real) {
        return real;
    }

    private abstract static class Wrong implements Effects {
        private final Effects real;

        Wrong(Effects real) {
            this.real = real;
        }

        @Override
        public Outcome refuse(Intent intent, String reason, String detail) {
            return real.refuse(intent, reason, detail);
        }
    }
}
