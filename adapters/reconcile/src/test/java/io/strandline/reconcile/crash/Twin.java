package io.strandline.reconcile.crash;

import io.strandline.common.Effects;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;

/** How a gateway carries changes out: as it should, or in a way that the checks have to find out. */
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
    };

    abstract Effects effects(Effects real);

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
