package mpjbuf;

/** Makes the memory of buffers. */
public final class BufferFactory {

  private BufferFactory() {}

  private record Memory(int capacity) implements RawBuffer {}

  /**
   * Memory of a buffer.
   *
   * @param capacity in bytes; a hint, since buffers grow
   * @return the memory
   */
  public static RawBuffer create(int capacity) {
    return new Memory(capacity);
  }

  /**
   * Does nothing: memory is collected.
   *
   * @param buffer the memory
   */
  public static void destroy(RawBuffer buffer) {}
}
