package io.starling.runtime.transport.ucx;

import io.starling.runtime.os.SixWords;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openucx.jucx.UcxCallback;

/**
 * Loads the native library of JUCX's jar from memory. JUCX itself unpacks it into the folder for
 * temporary files, where a killed rank would leave it.
 *
 * <p>JUCX's {@code NativeLibs} unpacks and loads the library in its initializer. An empty class
 * with this name therefore replaces it before JUCX needs it.
 */
final class JucxLibrary {

  private static final String RESOURCE = "libjucx.so";
  private static final String LOADER = "org.openucx.jucx.NativeLibs";
  private static final long CLOSE_ON_EXECUTE = 1;

  private JucxLibrary() {}

  /** If that is impossible, JUCX behaves as usual. To be called once. */
  static void load() {
    UcpLibrary.leaveSignalsToTheJvm();
    try (InputStream library = UcxCallback.class.getResourceAsStream("/" + RESOURCE)) {
      if (library != null) {
        load(library.readAllBytes());
        MethodHandles.privateLookupIn(UcxCallback.class, MethodHandles.lookup())
            .defineClass(emptyLoader());
      }
    } catch (IOException | IllegalAccessException | LinkageError | RuntimeException e) {
      // The library does not fit the machine, or UCX is missing, or the system has no files in
      // memory: JUCX works without this, or reports the reason itself.
    }
  }

  private static byte[] emptyLoader() {
    return ClassFile.of()
        .build(
            ClassDesc.of(LOADER),
            type ->
                type.withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "load",
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        CodeBuilder::return_));
  }

  /** A file in memory has a path while its descriptor is open. */
  private static void load(byte[] library) throws IOException {
    int descriptor = createMemory();
    try {
      Path file = Path.of("/proc/self/fd/" + descriptor);
      Files.write(file, library);
      System.load(file.toString());
    } finally {
      close(descriptor);
    }
  }

  private static int createMemory() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom(RESOURCE).address();
      int descriptor =
          (int) (long) function("memfd_create").invokeExact(name, CLOSE_ON_EXECUTE, 0L, 0L, 0L, 0L);
      if (descriptor < 0) {
        throw new IOException("no file in memory can be made");
      }
      return descriptor;
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private static void close(int descriptor) {
    try {
      int _ = (int) (long) function("close").invokeExact((long) descriptor, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }

  private static MethodHandle function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), SixWords.SHAPE);
  }
}
