package io.strandline.catalog;

import io.strandline.common.TableRef;
import java.time.Instant;

/**
 * A desired table as it is kept.
 *
 * @param desired JSON text, as {@link DesiredJson} reads it
 * @param declaredBy user who declared it last
 */
public record DeclaredTable(TableRef ref, String desired, String declaredBy, Instant declaredAt) {}
