package io.starling.topology.hwloc;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.Map;

/**
 * The C functions in use, as {@code hwloc.h} declares them: {@code topologyInit} is {@code
 * hwloc_topology_init}. Functions that return {@code int} return -1 if they fail.
 */
interface HwlocLibrary extends Library {

  /** The soname of every hwloc 2.x; its structs have kept their layout since 2.0. */
  String NAME = "libhwloc.so.15";

  /** {@code HWLOC_TYPE_FILTER_KEEP_NONE}. */
  int KEEP_NONE = 1;

  /** {@code HWLOC_TYPE_FILTER_KEEP_IMPORTANT}: only devices that move data or compute. */
  int KEEP_IMPORTANT = 3;

  /** {@code HWLOC_OBJ_MEMCACHE}: a cache in front of memory, which hides NUMA nodes below it. */
  int MEMORY_CACHE = 18;

  /**
   * Loads the library; JNA does it once per process.
   *
   * @throws HwlocException if the library, or JNA's own part of it, cannot be loaded
   */
  static HwlocLibrary load() {
    try {
      HwlocLibrary library =
          Native.load(
              NAME,
              HwlocLibrary.class,
              Map.of(
                  Library.OPTION_FUNCTION_MAPPER, (FunctionMapper) (_, method) -> nameInC(method)));
      requireFunctions();
      return library;
    } catch (LinkageError e) {
      throw new HwlocException("cannot load " + NAME + " (Debian package libhwloc15)", e);
    }
  }

  /** Otherwise JNA looks for functions only when they are called. */
  private static void requireFunctions() {
    NativeLibrary library = NativeLibrary.getInstance(NAME);
    for (Method method : HwlocLibrary.class.getDeclaredMethods()) {
      if (Modifier.isAbstract(method.getModifiers())) {
        library.getFunction(nameInC(method));
      }
    }
  }

  private static String nameInC(Method method) {
    return "hwloc_" + method.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  int topologyInit(PointerByReference topology);

  int topologySetIcacheTypesFilter(Pointer topology, int filter);

  int topologySetIoTypesFilter(Pointer topology, int filter);

  int topologySetTypeFilter(Pointer topology, int type, int filter);

  int topologySetSynthetic(Pointer topology, String description);

  /** The size includes the zero at the end of the text. */
  int topologySetXmlbuffer(Pointer topology, byte[] text, int size);

  int topologyLoad(Pointer topology);

  int topologyAbiCheck(Pointer topology);

  void topologyDestroy(Pointer topology);

  Pointer getObjByDepth(Pointer topology, int depth, int index);

  /** Writes a list such as {@code 0-3,8} and returns its length without the final zero. */
  int bitmapListSnprintf(byte[] text, long capacity, Pointer bitmap);
}
