package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.collectives.call.SingleCall;
import io.starling.collectives.file.AccessCall.Pointer;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.util.Arrays;

/** The forms of each access: of one rank or of all, blocking or not. */
record Accesses(FileState file) {

  /** Shorter runs of several ranks are exchanged before they are written or read. */
  private static final long SHORT_RUN = 16 << 10;

  /** An access of this rank, on the caller's thread and outside of the engine's guard. */
  Status run(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    AccessCall call = check(name, writes, pointer, place, buffer);
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException(
          "rank %d: interrupted before %s of %s".formatted(file.rank(), name, file.path()));
    }
    try {
      return BackgroundAccess.status(
          file.access(writes, call.part(), call.memory(), Patience.of(file.member)));
    } catch (StarlingException e) {
      throw new StarlingException(
          "%s of %d bytes: %s".formatted(name, call.part().bytes(), e.getMessage()), e.getCause());
    }
  }

  private AccessCall check(
      String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    file.member.checkUsable();
    return AccessCall.check(file, name, writes, pointer, place, buffer);
  }

  /** The same by another thread. */
  Request start(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    AccessCall call = check(name, writes, pointer, place, buffer);
    try (Member.Entry _ = file.member.enter()) {
      BackgroundAccess access = new BackgroundAccess(file, call);
      return new SingleCall(file.member, access, access::status).start();
    }
  }

  /** An access of all ranks. */
  Status runAll(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    CollectiveTransfer transfer = transfer(name, writes, pointer, place, buffer);
    try (Member.Entry _ = file.member.enter()) {
      return new SingleCall(file.member, transfer, transfer::status).run();
    }
  }

  /** The same without waiting. */
  Request startAll(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    CollectiveTransfer transfer = transfer(name, writes, pointer, place, buffer);
    try (Member.Entry _ = file.member.enter()) {
      return new SingleCall(file.member, transfer, transfer::status).start();
    }
  }

  /** A rank whose arguments are wrong takes part without data, so that no other rank waits. */
  private CollectiveTransfer transfer(
      String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    file.checkOpen(name);
    try {
      AccessCall call = check(name, writes, pointer, place, buffer);
      return transfer(name, writes, call.part(), call.memory(), null);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return transfer(name, writes, FilePart.EMPTY, Memory.EMPTY, e);
    }
  }

  private CollectiveTransfer transfer(
      String name, boolean writes, FilePart part, Memory memory, RuntimeException refusal) {
    boolean exchanges = exchanges(writes, part);
    return writes
        ? new CollectiveWrite(file, name, exchanges, part, memory, refusal)
        : new CollectiveRead(file, name, exchanges, part, memory, refusal);
  }

  /**
   * Whether this rank exchanges its data. Atomic accesses lock bytes, so each rank does its own.
   */
  private boolean exchanges(boolean writes, FilePart part) {
    FileHints hints = file.hints;
    return !file.atomic
        && switch (writes ? hints.writes() : hints.reads()) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTOMATIC ->
              file.member.context().size() > 1
                  && !part.isContiguous()
                  && part.meanRun() < SHORT_RUN;
        };
  }

  /** Where this rank's part of an ordered access is; all ranks agree on it now. */
  Place ordered(String name, boolean writes, Buffer buffer) {
    file.checkOpen(name);
    int rank = file.member.context().rank();
    long[] own = new long[1];
    long[] all = new long[file.member.context().size()];
    try {
      AccessCall _ =
          check(
              name,
              writes,
              Pointer.SHARED,
              elements -> {
                own[0] = elements;
                return 0;
              },
              buffer);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The transfer reports it; this rank has no elements.
      own[0] = 0;
    }
    try (Member.Entry _ = file.member.enter()) {
      file.dataMovement.allgather(Buffer.of(own), Buffer.of(all)).run();
    }
    long before = Arrays.stream(all, 0, rank).sum();
    long begin =
        Agreement.reachAnd(
            file.member, name, null, () -> moveShared(Arrays.stream(all).sum(), file));
    return _ -> begin + before;
  }

  /** Moves the shared pointer; returns where it was. */
  static long moveShared(long elements, FileState file) {
    try {
      return file.sideFile().move(at -> at + elements, Patience.of(file.member));
    } catch (IOException e) {
      throw file.trouble(e);
    }
  }
}
