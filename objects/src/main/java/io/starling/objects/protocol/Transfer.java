package io.starling.objects.protocol;

import io.starling.objects.ObjectId;

/**
 * The messages of a stream, which brings a copy from one store to another. The reader chooses the
 * number of the stream; bytes travel between these messages, in order.
 */
public sealed interface Transfer extends Message {

  /** Chosen by the reader. */
  long stream();

  @Override
  default boolean isBoundToView() {
    return false;
  }

  /**
   * Reader to source: send the object.
   *
   * @param size the bytes of the object; one of another size is not sent
   * @param lane the bytes that are sent
   * @param granted the put whose copy the directory granted, or 0
   * @param stamp the content of which the reader has a part, or 0
   * @param from the position of the first byte that the reader lacks, if the source has the same
   *     content
   */
  record Fetch(long stream, ObjectId id, long size, Lane lane, long granted, long stamp, long from)
      implements Transfer {}

  /** Reader to source: send no more. */
  record Stop(long stream) implements Transfer {}

  /** Source to reader: what follows is another content, from its first byte. */
  record Restart(long stream, long stamp) implements Transfer {}

  /** Source to reader: all bytes were sent, and they are the object. */
  record End(long stream) implements Transfer {}

  /** Source to reader: the copy is no more. */
  record Gone(long stream) implements Transfer {}
}
