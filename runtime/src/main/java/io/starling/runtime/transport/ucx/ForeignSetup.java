package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * Sets UCX up through {@code java.lang.foreign}, for machines on which JUCX's library does not
 * load. Offsets and bits are those of {@code ucp.h}, unchanged since UCX 1.12.
 */
final class ForeignSetup implements UcxSetup {

  private static final long API_MAJOR = 1;
  private static final long API_MINOR = 12;

  /** {@code ucp_params_t}. */
  private static final class ContextParameters {
    static final long BYTES = 80;
    static final long FIELD_MASK = 0;
    static final long FEATURES = 8;
    static final long ESTIMATED_ENDPOINTS = 56;
    static final long FIELDS = 1 | (1 << 6);
    static final long TAG = 1;
    static final long RMA = 1 << 1;
    static final long ATOMICS = 1 << 3;
    static final long WAKEUP = 1 << 4;
    static final long FEATURES_USED = TAG | RMA | ATOMICS | WAKEUP;
  }

  private final Functions ucp;
  private final long context;

  ForeignSetup(int ranks, Map<String, String> settings) {
    ucp = new Functions(UcpLibrary.load(UcpLibrary.NAME));
    try {
      context = makeContext(ranks, settings);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private long makeContext(int ranks, Map<String, String> settings) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment parameters = arena.allocate(ContextParameters.BYTES, Long.BYTES);
      parameters.set(JAVA_LONG, ContextParameters.FIELD_MASK, ContextParameters.FIELDS);
      parameters.set(JAVA_LONG, ContextParameters.FEATURES, ContextParameters.FEATURES_USED);
      parameters.set(JAVA_LONG, ContextParameters.ESTIMATED_ENDPOINTS, Math.max(1, ranks - 1));
      long configuration = readConfiguration(arena);
      try {
        choose(settings, configuration, arena);
        UcpLibrary.check(
            (byte)
                (long)
                    ucp.init.invokeExact(
                        API_MAJOR,
                        API_MINOR,
                        parameters.address(),
                        configuration,
                        out.address(),
                        0L),
            "ucp_init_version");
      } finally {
        long _ = (long) ucp.configurationRelease.invokeExact(configuration, 0L, 0L, 0L, 0L, 0L);
      }
      return out.get(JAVA_LONG, 0);
    }
  }

  /** UCX's defaults, and the user's {@code UCX_} variables. */
  private long readConfiguration(Arena arena) throws Throwable {
    MemorySegment out = arena.allocate(ADDRESS);
    UcpLibrary.check(
        (byte) (long) ucp.configurationRead.invokeExact(0L, 0L, out.address(), 0L, 0L, 0L),
        "ucp_config_read");
    return out.get(JAVA_LONG, 0);
  }

  private void choose(Map<String, String> settings, long configuration, Arena arena)
      throws Throwable {
    for (var setting : settings.entrySet()) {
      long name = arena.allocateFrom(setting.getKey()).address();
      long value = arena.allocateFrom(setting.getValue()).address();
      UcpLibrary.check(
          (byte) (long) ucp.configurationModify.invokeExact(configuration, name, value, 0L, 0L, 0L),
          "ucp_config_modify");
    }
  }

  @Override
  public long context() {
    return context;
  }

  @Override
  public void close() {
    try {
      long _ = (long) ucp.cleanup.invokeExact(context, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  /** The functions that only this set-up needs. */
  private static final class Functions {
    final MethodHandle configurationRead;
    final MethodHandle configurationModify;
    final MethodHandle configurationRelease;
    final MethodHandle init;
    final MethodHandle cleanup;

    Functions(SymbolLookup library) {
      configurationRead = UcpLibrary.function(library, "ucp_config_read");
      configurationModify = UcpLibrary.function(library, "ucp_config_modify");
      configurationRelease = UcpLibrary.function(library, "ucp_config_release");
      init = UcpLibrary.function(library, "ucp_init_version");
      cleanup = UcpLibrary.function(library, "ucp_cleanup");
    }
  }
}
