package mpjbuf;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What {@code Pack} has packed: sections, one per call, read in the same order by {@code Unpack}.
 * Grows as needed, whatever its capacity.
 *
 * <pre>
 * section   logical length │ bytes │ data
 * </pre>
 */
public class Buffer {

  private static final int HEADER = 2 * Integer.BYTES;

  private final RawBuffer memory;
  private byte[] content;
  private int length;

  /**
   * A buffer over memory.
   *
   * @param memory where it would be
   * @param offset bytes before the first section
   * @param capacity in bytes
   */
  public Buffer(RawBuffer memory, int offset, int capacity) {
    this.memory = memory;
    content = new byte[Math.max(16, capacity - offset)];
  }

  /**
   * A buffer with memory of its own.
   *
   * @param capacity in bytes
   */
  public Buffer(int capacity) {
    this(BufferFactory.create(capacity), 0, capacity);
  }

  /**
   * The memory that it was made with.
   *
   * @return what {@link BufferFactory#destroy} takes
   */
  public RawBuffer getStaticBuffer() {
    return memory;
  }

  /** Removes all sections. */
  public void clear() {
    length = 0;
  }

  /** Removes all sections. */
  public void free() {
    clear();
  }

  /** Does nothing. */
  public void commit() {}

  /**
   * The bytes of all sections.
   *
   * @return 0 or more
   */
  public int getSize() {
    return length;
  }

  /**
   * Does nothing: a receive sets the size.
   *
   * @param size in bytes
   */
  public void setSize(int size) {}

  /**
   * Adds a section; for the package {@code mpi}.
   *
   * @param logicalLength by how much the position of the program grows
   * @param data what the section holds
   */
  public void append(int logicalLength, byte[] data) {
    int end = length + HEADER + data.length;
    if (end > content.length) {
      content = Arrays.copyOf(content, Math.max(end, 2 * content.length));
    }
    ByteBuffer.wrap(content, length, HEADER + data.length)
        .putInt(logicalLength)
        .putInt(data.length)
        .put(data);
    length = end;
  }

  /**
   * The section at a position; for the package {@code mpi}.
   *
   * @param position of the program: the sum of the logical lengths before it
   * @return its data, or null if there is no section
   */
  public byte[] section(int position) {
    ByteBuffer sections = ByteBuffer.wrap(content, 0, length);
    int logical = 0;
    while (sections.remaining() >= HEADER) {
      int logicalLength = sections.getInt();
      int bytes = sections.getInt();
      if (logical >= position) {
        byte[] data = new byte[bytes];
        sections.get(data);
        return data;
      }
      logical += logicalLength;
      sections.position(sections.position() + bytes);
    }
    return null;
  }

  /**
   * A copy of all sections; for the package {@code mpi}.
   *
   * @return what {@link #fill} takes
   */
  public byte[] content() {
    return Arrays.copyOf(content, length);
  }

  /**
   * Takes the place of all sections; for the package {@code mpi}.
   *
   * @param sections what {@link #content} has given on another rank
   */
  public void fill(byte[] sections) {
    content = sections;
    length = sections.length;
  }
}
