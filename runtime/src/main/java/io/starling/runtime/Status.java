package io.starling.runtime;

import java.util.OptionalLong;

/**
 * Describes a message that was received or that a probe has found (MPI 4.1, section 3.2.5).
 *
 * @param source the rank that sent the message
 * @param tag the tag with which it was sent
 * @param bytes its length in bytes
 */
public record Status(int source, int tag, long bytes) {

  /**
   * The number of elements of a datatype in the message (MPI_Get_count).
   *
   * @param type the datatype to count in; need not be that of the receive
   * @return the number; empty if the message is not a whole number of elements (MPI_UNDEFINED). For
   *     a type of size 0 the number is 0 if the message is empty
   */
  public OptionalLong count(Datatype type) {
    long size = type.size();
    if (size == 0) {
      return bytes == 0 ? OptionalLong.of(0) : OptionalLong.empty();
    }
    return bytes % size == 0 ? OptionalLong.of(bytes / size) : OptionalLong.empty();
  }
}
