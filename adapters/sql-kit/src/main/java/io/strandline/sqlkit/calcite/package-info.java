/**
 * Virtual tables as Calcite sees them: their types, the one scan operator and the rules that push columns, conditions, order
 * and limit into it. The only package of this module that knows Calcite.
 */
@NullMarked
package io.strandline.sqlkit.calcite;

import org.jspecify.annotations.NullMarked;
