package io.starling.runtime.transport.ucx;

import io.starling.runtime.TransportException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The version of UCX that this process finds. */
public final class UcxVersion {

  private static final int LONGEST = 64;

  private UcxVersion() {}

  /** The version of the library that ranks load; see {@link #of}. */
  public static String installed() {
    return of(UcpLibrary.NAME);
  }

  /**
   * The version of a library, such as {@code 1.13.1}. The library stays loaded, because UCX
   * registers callbacks when it is loaded.
   *
   * @param library its name, as the dynamic linker takes it
   * @throws TransportException if it can't be loaded, or is not UCX
   */
  public static String of(String library) {
    MethodHandle version = UcpLibrary.function(UcpLibrary.load(library), "ucp_get_version_string");
    try {
      long text = (long) version.invokeExact(0L, 0L, 0L, 0L, 0L, 0L);
      return MemorySegment.ofAddress(text).reinterpret(LONGEST).getString(0);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }
}
