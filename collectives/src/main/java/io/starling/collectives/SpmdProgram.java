package io.starling.collectives;

/** A program that runs on every rank of {@link Starling#local}. */
@FunctionalInterface
public interface SpmdProgram {

  /**
   * Runs on one rank, in that rank's thread.
   *
   * @param world the communicator of all ranks; closed when this method returns
   * @throws Exception any failure; it interrupts the other ranks and reaches the caller of {@link
   *     Starling#local}
   */
  void run(Communicator world) throws Exception;
}
