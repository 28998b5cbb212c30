package io.starling.collectives.exchange;

/**
 * An algorithm: writes one rank's moves, in an order that would be correct sequentially. {@link
 * Program} derives which of them may overlap.
 *
 * <p>For the messages from one rank to another, both ranks write the same messages, with the same
 * lengths, in the same order.
 */
@FunctionalInterface
public interface Pattern {

  void write(Program program);
}
