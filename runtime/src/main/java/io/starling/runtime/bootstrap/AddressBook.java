package io.starling.runtime.bootstrap;

/** Where the ranks of a job leave the addresses of their ports for each other. */
public interface AddressBook {

  /** Leaves this rank's address. */
  void publish(int rank, byte[] address);

  /** The address of a rank; waits until it is there. */
  byte[] lookUp(int rank);
}
