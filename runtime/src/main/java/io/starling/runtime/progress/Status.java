package io.starling.runtime.progress;

import io.starling.runtime.datatype.Datatype;
import java.util.OptionalLong;

/**
 * What was received, or what a probe has found (MPI 4.1, section 3.2.5).
 *
 * @param source the rank that sent it
 * @param tag the tag it was sent with
 * @param bytes how long it is
 */
public record Status(int source, int tag, long bytes) {

  /**
   * How many elements of a datatype the message has (MPI_Get_count); empty if it has no whole
   * number of them (MPI_UNDEFINED). Elements without data count as none.
   */
  public OptionalLong count(Datatype type) {
    long size = type.size();
    if (size == 0) {
      return bytes == 0 ? OptionalLong.of(0) : OptionalLong.empty();
    }
    return bytes % size == 0 ? OptionalLong.of(bytes / size) : OptionalLong.empty();
  }
}
