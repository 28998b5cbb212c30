package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.collectives.call.SingleCall;
import io.starling.collectives.file.AccessCall.Pointer;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/** The forms of each access: of one rank or of all, blocking or not. */
record Accesses(FileState file) {

  /** Shorter runs of several ranks are exchanged before they are written or read. */
  private static final long SHORT_RUN = 16 << 10;

  /** An access of this rank, on the caller's thread and outside of the engine's guard. */
  Status run(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException(
          "rank %d: interrupted before %s of %s".formatted(file.rank(), name, file.path()));
    }
    AccessCall call = check(name, writes, pointer, place, buffer);
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
    return common(name, place, buffer, steps -> run(steps, name, writes, pointer, place, buffer));
  }

  /** The same at the shared pointer, in the order of ranks. */
  Status runOrdered(String name, boolean writes, Buffer buffer) {
    return common(
        name,
        null,
        buffer,
        steps -> {
          Place place = ordered(steps, name, writes, buffer);
          return run(steps, name, writes, Pointer.SHARED, place, buffer);
        });
  }

  private Status run(
      Steps steps, String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    CollectiveTransfer transfer = steps.once(() -> transfer(name, writes, pointer, place, buffer));
    steps.await(() -> new SingleCall(file.member, transfer, transfer::status));
    return transfer.status();
  }

  /** An access of all ranks without waiting. */
  Request startAll(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    return common(name, place, buffer, _ -> begin(name, writes, pointer, place, buffer));
  }

  /** The same at the shared pointer; waits until all ranks have agreed on their places. */
  Request startOrdered(String name, boolean writes, Buffer buffer) {
    return common(
        name,
        null,
        buffer,
        steps -> {
          Place place = ordered(steps, name, writes, buffer);
          return begin(name, writes, Pointer.SHARED, place, buffer);
        });
  }

  private Request begin(String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
    CollectiveTransfer transfer = transfer(name, writes, pointer, place, buffer);
    try (Member.Entry _ = file.member.enter()) {
      return new SingleCall(file.member, transfer, transfer::status).start();
    }
  }

  private <T> T common(String name, Place place, Buffer buffer, Function<Steps, T> body) {
    file.checkOpen(name);
    Memory memory = buffer == null ? Memory.EMPTY : MemoryBuffer.of(buffer).memory();
    return file.common.run(
        new Identity(name, place, memory),
        steps -> {
          file.checkOpen(name);
          return body.apply(steps);
        });
  }

  /** An access is the same as one that was interrupted if it has the same place and memory. */
  private record Identity(String name, Place place, Memory memory) {

    @Override
    public boolean equals(Object other) {
      return other instanceof Identity its
          && name.equals(its.name)
          && Objects.equals(place, its.place)
          && memory.sameAs(its.memory);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  /** A rank whose arguments are wrong takes part without data, so that no other rank waits. */
  private CollectiveTransfer transfer(
      String name, boolean writes, Pointer pointer, Place place, Buffer buffer) {
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
  private Place ordered(Steps steps, String name, boolean writes, Buffer buffer) {
    int rank = file.member.context().rank();
    long[] all = steps.once(() -> new long[file.member.context().size()]);
    steps.await(
        () -> {
          long[] own = {elements(name, writes, buffer)};
          return file.dataMovement.allgather(Buffer.of(own), Buffer.of(all));
        });
    long before = Arrays.stream(all, 0, rank).sum();
    Agreement.reach(steps, name, null);
    long begin = Agreement.act(steps, name, () -> file.moveShared(at -> past(name, at, all)));
    return Place.at(begin + before);
  }

  /** Where the shared pointer is after an ordered access, unless the view ends before. */
  private long past(String name, long at, long[] elements) {
    long sum = Arrays.stream(elements).sum();
    try {
      FilePart _ = file.view.part(at, Math.multiplyExact(sum, file.view.unit()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw file.member.arguments().refuse("%s: %s".formatted(name, e.getMessage()));
    }
    return at + sum;
  }

  /** How many elements a call is about; none if it is refused, which its transfer reports. */
  private long elements(String name, boolean writes, Buffer buffer) {
    long[] own = new long[1];
    try {
      Place nowhere =
          (elements, _) -> {
            own[0] = elements;
            return FilePart.EMPTY;
          };
      AccessCall _ = check(name, writes, Pointer.SHARED, nowhere, buffer);
      return own[0];
    } catch (IllegalArgumentException | IllegalStateException e) {
      return 0;
    }
  }
}
