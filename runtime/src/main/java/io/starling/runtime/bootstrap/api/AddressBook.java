package io.starling.runtime.bootstrap.api;

/** The addresses of the ports of all ranks of a job. */
public interface AddressBook {

  /** Publishes this rank's address. */
  void publish(int rank, byte[] address);

  /** The address of a rank; waits until it is published. */
  byte[] lookUp(int rank);
}
