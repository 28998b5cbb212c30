package io.starling.collectives.file;

import io.starling.collectives.OpenMode;
import io.starling.collectives.call.Arguments;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.function.LongFunction;

/**
 * A call with checked arguments.
 *
 * @param name the user's call
 * @param part the bytes of the file
 * @param memory the bytes of the data
 */
record AccessCall(String name, boolean writes, FilePart part, Memory memory) {

  /** Memory that this thread may not touch is confined. It never runs. */
  private static final Thread STRANGER = Thread.ofVirtual().unstarted(() -> {});

  /** Which pointer a call uses. */
  enum Pointer {
    EXPLICIT,
    INDIVIDUAL,
    SHARED
  }

  /**
   * Checks a call; only if nothing is wrong, a pointer moves.
   *
   * @throws IllegalArgumentException if an argument is wrong
   * @throws IllegalStateException if the file's modes do not allow the call
   */
  static AccessCall check(
      FileState file, String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    checkMode(file, name, writes, pointer);
    Arguments arguments = file.member.arguments();
    String role = writes ? "data" : "into";
    if (buffer == null) {
      throw arguments.refuse("%s got null instead of %s".formatted(name, role));
    }
    if (buffer == Buffer.IN_PLACE) {
      throw arguments.refuse("%s needs a buffer, not IN_PLACE".formatted(name));
    }
    if (writes) {
      arguments.readable(role, buffer);
    } else {
      arguments.writable(role, buffer);
    }
    ViewMap view = file.view;
    long bytes = buffer.byteSize();
    if (bytes % view.unit() != 0) {
      throw arguments.refuse(
          "%s: %s has %d bytes, which are no whole elements of the view (%s, %d bytes each)"
              .formatted(name, role, bytes, view.view().elementType(), view.unit()));
    }
    LongFunction<FilePart> parts = offset -> part(arguments, name, view, offset, bytes);
    FilePart part = place.take(bytes / view.unit(), parts);
    return new AccessCall(name, writes, part, MemoryBuffer.of(buffer).memory());
  }

  private static FilePart part(
      Arguments arguments, String name, ViewMap view, long offset, long bytes) {
    if (offset < 0) {
      throw arguments.refuse("%s: offset %d is negative".formatted(name, offset));
    }
    try {
      return view.part(offset, bytes);
    } catch (IllegalArgumentException e) {
      throw arguments.refuse(name + ": " + e.getMessage());
    }
  }

  private static void checkMode(FileState file, String name, boolean writes, Pointer pointer) {
    file.checkOpen(name);
    String problem = null;
    if (writes && file.modes.contains(OpenMode.READ_ONLY)) {
      problem = "it is open with READ_ONLY; open it with READ_WRITE or WRITE_ONLY";
    } else if (!writes && file.modes.contains(OpenMode.WRITE_ONLY)) {
      problem = "it is open with WRITE_ONLY; open it with READ_WRITE or READ_ONLY";
    } else if (pointer != Pointer.SHARED && file.modes.contains(OpenMode.SEQUENTIAL)) {
      problem = "it is open with SEQUENTIAL; only the shared pointer may be used";
    }
    if (problem != null) {
      throw new IllegalStateException(
          "rank %d: %s, file %s: %s".formatted(file.rank(), name, file.path(), problem));
    }
  }

  /** Whether other threads than the caller's may touch the memory. */
  boolean isSharedMemory() {
    return isShared(memory);
  }

  /** Whether other threads than the caller's may touch some memory. */
  static boolean isShared(Memory memory) {
    return !memory.isOnDevice() && memory.segment().isAccessibleBy(STRANGER);
  }
}
