package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MappedMemory;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;

/**
 * The memory that this rank has registered with UCX, so that peers access it.
 *
 * <pre>
 * mark:8 | address:64 | bytes:64 | packed key of UCX; none of empty memory
 * </pre>
 */
final class UcxExposures implements AutoCloseable {

  private static final byte MARK = 'U';
  private static final int HEADER = Byte.BYTES + 2 * Long.BYTES;

  /** {@code ucp_mem_map_params_t}; its first fields are the same since UCX 1.12. */
  private static final class Parameters {
    static final long BYTES = 64;
    static final long FIELD_MASK = 0;
    static final long ADDRESS = 8;
    static final long LENGTH = 16;
    static final long ADDRESS_AND_LENGTH_FIELDS = 1 | (1 << 1);
  }

  private static final SymbolLookup UCP = UcpLibrary.load(UcpLibrary.NAME);
  private static final MethodHandle MAP = UcpLibrary.function(UCP, "ucp_mem_map");
  private static final MethodHandle UNMAP = UcpLibrary.function(UCP, "ucp_mem_unmap");
  private static final MethodHandle PACK = UcpLibrary.function(UCP, "ucp_rkey_pack");
  private static final MethodHandle RELEASE = UcpLibrary.function(UCP, "ucp_rkey_buffer_release");

  private final long context;

  private final ExposedMemory exposed = new ExposedMemory();

  UcxExposures(long context) {
    this.context = context;
  }

  /** A peer's key, taken apart. */
  record Place(long address, long bytes, byte[] packed) {

    static Place of(byte... key) {
      ByteBuffer words = ByteBuffer.wrap(key, Byte.BYTES, key.length - Byte.BYTES);
      long address = words.getLong();
      long bytes = words.getLong();
      byte[] packed = new byte[words.remaining()];
      words.get(packed);
      return new Place(address, bytes, packed);
    }
  }

  /** Memory that UCX knows by a handle; 0 if it is empty. */
  private final class Registered implements Exposure {
    private final byte[] key;
    private final long handle;

    Registered(byte[] key, long handle) {
      this.key = key;
      this.handle = handle;
    }

    @Override
    public byte[] key() {
      return key.clone();
    }

    @Override
    public void close() {
      if (exposed.remove(this) && handle != 0) {
        unmap(handle);
      }
    }
  }

  Exposure expose(MemorySegment memory) {
    long handle = memory.byteSize() == 0 ? 0 : map(memory);
    byte[] packed = handle == 0 ? new byte[0] : packOrUnmap(handle);
    byte[] key =
        ByteBuffer.allocate(HEADER + packed.length)
            .put(MARK)
            .putLong(memory.address())
            .putLong(memory.byteSize())
            .put(packed)
            .array();
    Registered exposure = new Registered(key, handle);
    exposed.add(exposure, memory);
    return exposure;
  }

  private long map(MemorySegment memory) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = arena.allocate(Parameters.BYTES, Long.BYTES);
      parameters.set(JAVA_LONG, Parameters.FIELD_MASK, Parameters.ADDRESS_AND_LENGTH_FIELDS);
      parameters.set(JAVA_LONG, Parameters.ADDRESS, memory.address());
      parameters.set(JAVA_LONG, Parameters.LENGTH, memory.byteSize());
      MemorySegment out = arena.allocate(ADDRESS);
      UcpLibrary.check(
          (byte) (long) MAP.invokeExact(context, parameters.address(), out.address(), 0L, 0L, 0L),
          "ucp_mem_map");
      return out.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private void unmap(long handle) {
    try {
      UcpLibrary.check(
          (byte) (long) UNMAP.invokeExact(context, handle, 0L, 0L, 0L, 0L), "ucp_mem_unmap");
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private byte[] packOrUnmap(long handle) {
    try {
      return pack(handle);
    } catch (RuntimeException | Error e) {
      unmap(handle);
      throw e;
    }
  }

  private byte[] pack(long handle) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ADDRESS);
      MemorySegment length = arena.allocate(JAVA_LONG);
      UcpLibrary.check(
          (byte)
              (long) PACK.invokeExact(context, handle, buffer.address(), length.address(), 0L, 0L),
          "ucp_rkey_pack");
      long packed = buffer.get(JAVA_LONG, 0);
      byte[] bytes = UcpLibrary.readBytes(packed, length.get(JAVA_LONG, 0));
      long _ = (long) RELEASE.invokeExact(packed, 0L, 0L, 0L, 0L, 0L);
      return bytes;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  /** This rank's own memory. */
  RemoteMemory ofSelf(Completions completions, byte... key) {
    Place place = Place.of(key);
    MemorySegment memory = MemorySegment.ofAddress(place.address).reinterpret(place.bytes);
    MemorySegment.Scope scope = exposed.scope(place.address, place.bytes);
    return new MappedMemory(memory, scope, completions);
  }

  /** Before the context ends. */
  @Override
  public void close() {
    exposed.exposures().forEach(Exposure::close);
  }
}
