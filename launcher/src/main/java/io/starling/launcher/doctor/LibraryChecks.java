package io.starling.launcher.doctor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.module.ModuleFinder;
import java.util.List;

/** The JDK, and the native libraries that Starling calls. */
final class LibraryChecks {

  private static final int OLDEST_JAVA = 25;
  private static final String VECTORS = "jdk.incubator.vector";
  private static final int OLDEST_HWLOC = 0x20000;
  private static final AddressLayout TEXT =
      ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(256, JAVA_BYTE));

  private LibraryChecks() {}

  static List<Finding> run() {
    return List.of(
        jdk(Runtime.version(), ModuleFinder.ofSystem().find(VECTORS).isPresent()),
        ucx("libucp.so.0"),
        hwloc("libhwloc.so.15"));
  }

  static Finding jdk(Runtime.Version version, boolean vectors) {
    String found = "%s in %s".formatted(version, System.getProperty("java.home"));
    if (version.feature() < OLDEST_JAVA) {
      return Finding.fail("JDK", found, "install a JDK 25 or later, or name it with --java-home");
    }
    return vectors
        ? Finding.ok("JDK", found)
        : Finding.warn(
            "JDK",
            found + ", without " + VECTORS + ": reductions will be slow",
            "use a complete JDK, or add the module to the image with jlink");
  }

  /** UCX stays loaded: what it registers when it is loaded would otherwise point at nothing. */
  static Finding ucx(String library) {
    try {
      leaveSignalsToTheJvm();
      var address =
          SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("ucp_get_version_string");
      var call = Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(TEXT));
      var text = (MemorySegment) call.invokeExact();
      return TriedVersions.UCX.judge(text.getString(0));
    } catch (Throwable e) {
      return missing("UCX", library, "libucx0 (ucx, on Fedora and the like)");
    }
  }

  /** UCX takes SIGSEGV for itself when it is loaded, which the JVM needs for its own checks. */
  private static void leaveSignalsToTheJvm() throws Throwable {
    Linker linker = Linker.nativeLinker();
    var setenv =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      var _ =
          (int)
              setenv.invokeExact(
                  arena.allocateFrom("UCX_HANDLE_ERRORS"), arena.allocateFrom("none"), 1);
    }
  }

  static Finding hwloc(String library) {
    try (Arena arena = Arena.ofConfined()) {
      var address = SymbolLookup.libraryLookup(library, arena).findOrThrow("hwloc_get_api_version");
      var call = Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT));
      int version = (int) call.invokeExact();
      String text = "%d.%d".formatted(version >> 16, version >> 8 & 0xff);
      return version >= OLDEST_HWLOC
          ? TriedVersions.HWLOC.judge(text)
          : Finding.fail("hwloc", text + " is too old", "install hwloc 2 (libhwloc15)");
    } catch (Throwable e) {
      return missing("hwloc", library, "libhwloc15 (hwloc-libs, on Fedora and the like)");
    }
  }

  private static Finding missing(String check, String library, String packages) {
    return Finding.fail(
        check,
        library + " can't be loaded",
        "sudo apt-get install -y " + packages + "; or add its folder to LD_LIBRARY_PATH");
  }
}
