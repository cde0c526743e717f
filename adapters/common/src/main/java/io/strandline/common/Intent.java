package io.strandline.common;

import static java.util.Objects.requireNonNull;

/**
 * A change about to be made, complete enough for another process to find out later whether it was made.
 *
 * @param action stable name that picks the {@link EffectResolver}: {@code reconcile.drop}, {@code registry.register}
 * @param target what is changed, as text a person reads and the resolver can parse
 * @param proof why it may be changed, and what the resolver needs to recognise the target; JSON without secrets
 */
public record Intent(String action, String target, String proof) {
    public Intent {
        requireNonNull(action, "action");
        requireNonNull(target, "target");
        requireNonNull(proof, "proof");
    }
}
