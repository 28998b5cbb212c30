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
   * number of them (MPI_UNDEFINED).
   */
  public OptionalLong count(Datatype type) {
    return bytes % type.extent() == 0
        ? OptionalLong.of(bytes / type.extent())
        : OptionalLong.empty();
  }
}
