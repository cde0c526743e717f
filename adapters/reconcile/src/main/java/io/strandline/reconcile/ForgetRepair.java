package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.reconcile.ForgetSteps.Step;
import io.strandline.registry.Registration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Forgets a registration whose table is gone (REC-11). */
final class ForgetRepair implements Repair {
    static final String ACTION = "reconcile.forget";

    private final Evidence evidence;
    private final Set<Step> steps;

    ForgetRepair(Evidence evidence) {
        this(evidence, EnumSet.allOf(Step.class));
    }

    /** With those steps only: so a test shows that each of them is needed. */
    ForgetRepair(Evidence evidence, Set<Step> steps) {
        this.evidence = evidence;
        this.steps = steps;
    }

    @Override
    public Verdict prove(Request request, CallContext call) {
        String id = request.item().registrationId();
        if (id == null || id.isEmpty()) {
            return new NotProved(Reason.MISSING_ARGUMENT, "forget needs registration_id.");
        }
        try {
            Optional<Registration> found = evidence.registrations().byId(id);
            if (found.isEmpty()) {
                return new NotProved(
                        Reason.NO_SUCH_REGISTRATION,
                        "there is no registration " + SqlNames.literal(Text.cut(id, 200)) + ".");
            }
            Registration registration = found.orElseThrow();
            Optional<NotProved> against = new ForgetSteps(evidence, request, registration, call).firstAgainst(steps);
            return against.isPresent()
                    ? against.orElseThrow()
                    : new Proved(
                            intent(registration),
                            "forget registration " + id + " of " + registration.table() + ", which does not exist.");
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            return new NotProved(Reason.LOOKUP_FAILED, StrandlineException.describe(e));
        }
    }

    private static Intent intent(Registration registration) {
        return new Intent(
                ACTION,
                SqlNames.quoteIfNeeded(registration.connection()) + ": registration " + registration.id() + " of "
                        + registration.table(),
                ProofText.of(registration.table())
                        .put("registration_id", registration.id())
                        .put("location", registration.location().text())
                        .put("proof", "table_gone")
                        .toString());
    }

    @Override
    public Outcome make(Request request, Proved proved, CallContext call) {
        if (steps.contains(Step.PROVED_AGAIN)) {
            Verdict again = prove(request, call);
            if (again instanceof NotProved not) {
                return Outcome.refused(not.reason().text(), not.detail());
            }
        }
        String id = ProofText.read(proved.intent()).text("registration_id");
        return evidence.registrations().delete(id)
                ? Outcome.ofDone()
                : Outcome.refused(
                        Reason.NO_SUCH_REGISTRATION.text(), "registration " + id + " was forgotten by somebody else.");
    }
}
