/**
 * Manifest store: picks one winner for each version of a dataset, on object stores that cannot (MAN). Ports, the protocol
 * over them, names and findings; no backend.
 */
@NullMarked
package io.strandline.manifest;

import org.jspecify.annotations.NullMarked;
