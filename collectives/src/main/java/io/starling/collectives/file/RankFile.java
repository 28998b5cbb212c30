package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.collectives.operation.Context;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/** An open file of one rank: all but its accesses. */
public final class RankFile extends FileCalls implements ParallelFile {

  private final FileState file;

  RankFile(FileState file) {
    super(file);
    this.file = file;
  }

  @Override
  public Path path() {
    return file.path();
  }

  @Override
  public Set<OpenMode> modes() {
    return file.modes;
  }

  @Override
  public Group group() {
    Context context = file.member.context();
    return Group.of(IntStream.range(0, context.size()).map(context::process).toArray());
  }

  @Override
  public Hints hints() {
    return file.hints.describe(file.given, file.aggregators.length);
  }

  @Override
  public void setHints(Hints hints) {
    file.checkOpen("setHints");
    RuntimeException refusal = refuseNull("setHints", hints);
    Hints all = hints == null ? file.given : file.given.with(hints);
    Agreement.reach(file.member, "setHints(%s)".formatted(FileHints.of(all)), refusal);
    file.use(all);
  }

  private RuntimeException refuseNull(String call, Object argument) {
    return argument == null ? file.member.arguments().refuse(call + " got null") : null;
  }

  @Override
  public long size() {
    file.checkOpen("size");
    try {
      return file.handle.size();
    } catch (IOException e) {
      throw file.trouble(e);
    }
  }

  @Override
  public void setSize(long bytes) {
    atRoot(
        "setSize(%d)".formatted(bytes),
        refuseLength("setSize", bytes),
        () -> {
          file.handle.resize(bytes);
          return 0;
        });
  }

  @Override
  public void preallocate(long bytes) {
    atRoot(
        "preallocate(%d)".formatted(bytes),
        refuseLength("preallocate", bytes),
        () -> {
          file.plain.reserve(bytes);
          return 0;
        });
  }

  private RuntimeException refuseLength(String call, long bytes) {
    if (bytes < 0) {
      return file.member.arguments().refuse("%s: %d bytes are negative".formatted(call, bytes));
    }
    if (file.modes.contains(OpenMode.READ_ONLY)) {
      return new IllegalStateException(
          "rank %d: %s, file %s: it is open with READ_ONLY; open it with READ_WRITE or WRITE_ONLY"
              .formatted(file.rank(), call, file.path()));
    }
    return null;
  }

  /** What rank 0 does with the file. */
  @FunctionalInterface
  private interface RootAction {
    long run() throws IOException;
  }

  /** All ranks agree on the call, rank 0 acts, and all learn how it went. */
  private long atRoot(String call, RuntimeException refusal, RootAction action) {
    file.checkOpen(call);
    return Agreement.reachAnd(
        file.member,
        call,
        refusal,
        () -> {
          try {
            return action.run();
          } catch (IOException e) {
            throw file.trouble(e);
          }
        });
  }

  @Override
  public FileView view() {
    return file.view.view();
  }

  @Override
  public void setView(FileView view, Hints hints) {
    file.checkOpen("setView");
    Hints all = hints == null ? file.given : file.given.with(hints);
    ViewMap next = null;
    RuntimeException refusal = refuseNull("setView", hints == null ? null : view);
    if (refusal == null) {
      try {
        next = ViewMap.of(placed(view));
      } catch (IllegalArgumentException e) {
        refusal = file.member.arguments().refuse("setView: " + e.getMessage());
      }
    }
    String call =
        next == null
            ? "setView"
            : "setView(elements of %d bytes, %s, %s)"
                .formatted(view.elementType().extent(), view.representation(), FileHints.of(all));
    long _ = atRoot(call, refusal, () -> file.side == null ? 0 : seekShared(file, _ -> 0));
    file.view = next;
    file.position.set(0);
    file.use(all);
  }

  /** The view with a displacement of its own. */
  private FileView placed(FileView view) {
    if (view.displacement() != FileView.CURRENT) {
      return view;
    }
    return new FileView(
        byteOffset(sharedPosition()), view.elementType(), view.fileType(), view.representation());
  }

  @Override
  public boolean isAtomic() {
    return file.atomic;
  }

  @Override
  public void setAtomic(boolean atomic) {
    file.checkOpen("setAtomic");
    RuntimeException refusal = null;
    if (atomic) {
      try {
        SideFile _ = file.sideFile();
      } catch (RuntimeException e) {
        refusal = e;
      }
    }
    Agreement.reach(file.member, "setAtomic(%b)".formatted(atomic), refusal);
    file.atomic = atomic;
  }

  /** Ranks on other hosts see what was written before, once they have opened the file again. */
  @Override
  public void sync() {
    file.checkOpen("sync");
    RuntimeException failure = refuseOpenRequests("sync");
    if (failure == null) {
      failure = attempt(file.handle::force);
    }
    Agreement.reach(file.member, "sync", failure);
    if (file.isOnSeveralHosts()) {
      Agreement.reach(file.member, "sync", attempt(file.handle::reopen));
    }
  }

  /** An action that may fail. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private RuntimeException attempt(Action action) {
    try {
      action.run();
      return null;
    } catch (IOException e) {
      return file.trouble(e);
    }
  }

  private RuntimeException refuseOpenRequests(String call) {
    int open = file.open.get();
    return open == 0
        ? null
        : new IllegalStateException(
            "rank %d: %s, file %s: %s under way; wait for every request before"
                .formatted(
                    file.rank(),
                    call,
                    file.path(),
                    open == 1 ? "1 access is" : open + " accesses are"));
  }

  @Override
  public long position() {
    file.checkNotSequential("position");
    return file.position.get();
  }

  @Override
  public long byteOffset(long offset) {
    if (offset < 0) {
      throw file.member.arguments().refuse("byteOffset: offset %d is negative".formatted(offset));
    }
    return file.view.byteOffset(offset);
  }

  @Override
  public void seek(long offset, SeekOrigin origin) {
    file.checkNotSequential("seek");
    long at = target(offset, origin, file.position.get());
    if (at < 0) {
      throw file.member.arguments().refuse("seek leads to offset " + at);
    }
    file.position.set(at);
  }

  private long target(long offset, SeekOrigin origin, long current) {
    return switch (origin) {
      case BEGIN -> offset;
      case CURRENT -> current + offset;
      case END -> file.view.elementsBefore(size()) + offset;
    };
  }

  @Override
  public long sharedPosition() {
    file.checkOpen("sharedPosition");
    return Accesses.moveShared(0, file);
  }

  @Override
  public void seekShared(long offset, SeekOrigin origin) {
    String call = "seekShared(%d, %s)".formatted(offset, origin);
    RuntimeException refusal = refuseNull("seekShared", origin);
    long _ = atRoot(call, refusal, () -> seekShared(file, at -> target(offset, origin, at)));
  }

  /** Moves the shared pointer; returns where it was. */
  static long seekShared(FileState file, LongUnaryOperator target) {
    LongUnaryOperator checked =
        at -> {
          long next = target.applyAsLong(at);
          if (next < 0) {
            throw file.member.arguments().refuse("seekShared leads to offset " + next);
          }
          return next;
        };
    try {
      return file.sideFile().move(checked, Patience.of(file.member));
    } catch (IOException e) {
      throw file.trouble(e);
    }
  }

  @Override
  public void close() {
    if (file.handle.isClosed()) {
      return;
    }
    file.member.checkUsable();
    try {
      Agreement.reach(file.member, "close", refuseOpenRequests("close"));
      boolean deletes = file.modes.contains(OpenMode.DELETE_ON_CLOSE);
      long _ = atRoot("close", null, () -> file.delete(deletes));
    } catch (RankFailedException | CommunicatorRevokedException e) {
      closeAfter(e);
      throw e;
    }
    file.close();
  }

  /** The ranks can't close it together any more. */
  private void closeAfter(StarlingException failure) {
    try {
      file.close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
