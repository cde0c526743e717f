package io.strandline.reconcile;

/** How much a finding matters. */
public enum Severity {
    INFO,
    WARNING,
    ERROR
}
