/**
 * Phases that several algorithms share: parts of patterns, each a few rounds long.
 *
 * <p>Each phase reads {@code own}, this rank's data, and writes {@code into}. Phases that fold
 * return the place of the result: {@code own} if there was nothing to fold. The arrows: phase to
 * exchange and tree.
 */
package io.starling.collectives.phase;
