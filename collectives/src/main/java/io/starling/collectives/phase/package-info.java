/**
 * What several algorithms have in common: pieces of patterns, each a few rounds long.
 *
 * <p>All of them read {@code own}, what this rank has, and write {@code into}; those that fold
 * return where what they made lies: {@code own} where there was nothing to fold with.
 */
package io.starling.collectives.phase;
