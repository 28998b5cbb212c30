package io.starling.collectives.exchange;

/**
 * An algorithm: writes one rank's moves, in an order in which they would be right one after the
 * other. {@link Program} finds out what may go on at the same time.
 *
 * <p>Of all messages from one rank to another, both ranks write the same ones, of the same lengths,
 * in the same order.
 */
@FunctionalInterface
public interface Pattern {

  void write(Program program);
}
