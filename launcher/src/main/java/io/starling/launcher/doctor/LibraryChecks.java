package io.starling.launcher.doctor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.starling.runtime.TransportException;
import io.starling.runtime.transport.ucx.UcxVersion;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.List;

/** The JDK, and the native libraries that Starling calls. */
final class LibraryChecks {

  private static final int OLDEST_JAVA = 25;
  private static final String VECTORS = "jdk.incubator.vector";
  private static final int OLDEST_HWLOC = 0x20000;

  private LibraryChecks() {}

  static List<Finding> run() {
    return List.of(
        jdk(Runtime.version(), ModuleFinder.ofSystem().find(VECTORS).isPresent()),
        ucx("libucp.so.0"),
        hwloc("libhwloc.so.15"));
  }

  static Finding jdk(Runtime.Version version, boolean vectors) {
    String found = "%s in %s".formatted(version, home());
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

  /**
   * The compiler and the JVM that the user's shell finds, which may be others than Starling's.
   *
   * @param path the folders of {@code PATH}
   * @return nothing where both are new enough
   */
  static List<Finding> pathTools(String path) {
    List<Finding> findings = new ArrayList<>();
    for (String tool : List.of("javac", "java")) {
      PathTool.find(tool, path)
          .filter(found -> !found.isAtLeast(OLDEST_JAVA))
          .ifPresent(found -> findings.add(warning(tool, found)));
    }
    return findings;
  }

  private static Finding warning(String tool, PathTool found) {
    return Finding.warn(
        tool,
        "the %s in PATH, %s, is %s".formatted(tool, found.file(), found.version()),
        tool.equals("javac")
            ? "compile with 'starling javac', or put %s/bin first in PATH".formatted(home())
            : "run programs with 'starling run', or put %s/bin first in PATH".formatted(home()));
  }

  private static String home() {
    return System.getProperty("java.home");
  }

  static Finding ucx(String library) {
    try {
      return TriedVersions.UCX.judge(UcxVersion.of(library));
    } catch (TransportException | LinkageError e) {
      return missing("UCX", library, "libucx0 (ucx, on Fedora and the like)");
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
        library + " cannot be loaded",
        "sudo apt-get install -y " + packages + "; or add its folder to LD_LIBRARY_PATH");
  }
}
