/** The rules of the house: which code may know which, and how sources are laid out; each with a twin that must fail. */
@NullMarked
package io.strandline.house;

import org.jspecify.annotations.NullMarked;
