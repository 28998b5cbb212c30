package mpi;

import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Pack and Unpack: a section of a buffer for each call. */
final class Packing {

  /** What a section takes beside its data, by MPJ Express's formula. */
  private static final int HEADER = 8;

  private Packing() {}

  static int size(int count, Datatype type) {
    Layout layout = Datatype.layout(type);
    int bytes = HEADER + Math.multiplyExact(count * layout.size(), type.getByteSize());
    return bytes + bytes % HEADER;
  }

  static int pack(
      Object array, int offset, int count, Datatype type, mpjbuf.Buffer buffer, int position) {
    try {
      Arguments.count(count);
      Layout layout = Datatype.layout(type);
      int size = size(count, type);
      if (layout.kind() == Layout.Kind.OBJECT) {
        byte[] data = Objects.write(array, offset, count, layout);
        byte[] section = new byte[Integer.BYTES + data.length];
        ByteBuffer.wrap(section).putInt(count * layout.size()).put(data);
        buffer.append(size, section);
      } else {
        Buffer data = Region.outgoing(array, offset, count, layout);
        byte[] section = new byte[Math.toIntExact(data.byteSize())];
        data.pack(MemorySegment.ofArray(section));
        buffer.append(size, section);
      }
      return position + size;
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  static int unpack(
      mpjbuf.Buffer buffer, int position, Object array, int offset, int count, Datatype type) {
    try {
      Arguments.count(count);
      Layout layout = Datatype.layout(type);
      byte[] section = buffer.section(position);
      if (section == null) {
        throw new Failure(ErrorClass.TRUNCATE, "the buffer has no more packed data");
      }
      if (layout.kind() == Layout.Kind.OBJECT) {
        int items = ByteBuffer.wrap(section).getInt();
        byte[] data = Arrays.copyOfRange(section, Integer.BYTES, section.length);
        Objects.read(data, Math.min(items, count * layout.size()), array, offset, layout);
      } else {
        int there = section.length / layout.basic().base().bytes();
        int length = Math.min(there, Region.length(count, layout));
        Object packed = Region.array(length, layout);
        Region.ofAll(packed, layout).unpack(MemorySegment.ofArray(section));
        Region.unpack(packed, 0, length, array, offset, count, layout);
      }
      return position + size(count, type);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
