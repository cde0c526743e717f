package io.strandline.reconcile;

/** A change that the rules forbid was about to be made. An error, so that nothing takes it for a failed look-up. */
final class StoryWrong extends AssertionError {
    private static final long serialVersionUID = 1L;

    StoryWrong(String message) {
        super(message);
    }
}
