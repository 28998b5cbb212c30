package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.SeekOrigin;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/** The calls of all ranks that change an open file as a whole, or how it is open. */
record FileChanges(FileState file) {

  /** What a rank does with the file. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  void setHints(Hints hints) {
    RuntimeException refusal = refuseNull("setHints", "hints", hints);
    run(
        "setHints",
        Arrays.asList("setHints", hints),
        steps -> {
          Hints all = steps.once(() -> file.with(hints));
          String call = "setHints(%s)".formatted(FileHints.of(all));
          Agreement.reach(steps, call, refusal);
          file.use(all);
        });
  }

  private RuntimeException refuseNull(String call, String role, Object argument) {
    return argument == null
        ? file.member.arguments().refuse("%s got null instead of %s".formatted(call, role))
        : null;
  }

  /** Makes a call, or goes on with it. */
  private void run(String call, Consumer<Steps> body) {
    run(call, call, body);
  }

  /** The same; {@code name} is what makes two calls the same. */
  private void run(String call, Object name, Consumer<Steps> body) {
    file.checkOpen(call);
    Object _ =
        file.common.run(
            name,
            steps -> {
              file.checkOpen(call);
              body.accept(steps);
              return null;
            });
  }

  /** All ranks agree on the call, rank 0 acts, and all learn how it went. */
  private void atRoot(Steps steps, String call, RuntimeException refusal, Action action) {
    Agreement.reach(steps, call, refusal);
    actAtRoot(steps, call, action);
  }

  private void actAtRoot(Steps steps, String call, Action action) {
    long _ =
        Agreement.act(
            steps,
            call,
            () -> {
              RuntimeException failure = attempt(action);
              if (failure != null) {
                throw failure;
              }
              return 0;
            });
  }

  private RuntimeException attempt(Action action) {
    try {
      action.run();
      return null;
    } catch (IOException e) {
      return file.trouble(e);
    } catch (RuntimeException e) {
      return e;
    }
  }

  void setSize(long bytes) {
    String call = "setSize(%d)".formatted(bytes);
    RuntimeException refusal = refuseLength("setSize", bytes);
    run(call, steps -> atRoot(steps, call, refusal, () -> file.handle.resize(bytes)));
  }

  void preallocate(long bytes) {
    String call = "preallocate(%d)".formatted(bytes);
    RuntimeException refusal = refuseLength("preallocate", bytes);
    run(call, steps -> atRoot(steps, call, refusal, () -> file.plain.reserve(bytes)));
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

  void setView(FileView view, Hints hints) {
    RuntimeException absent = refuseNull("setView", "hints", hints);
    run(
        "setView",
        NextView.name(view, hints),
        steps -> {
          NextView next = steps.once(() -> NextView.of(file, view, hints, absent));
          atRoot(steps, next.call(), next.refusal(), this::resetShared);
          file.view = next.map();
          file.position.set(0);
          file.use(next.hints());
        });
  }

  private void resetShared() {
    if (file.side != null) {
      long _ = file.moveShared(_ -> 0);
    }
  }

  void setAtomic(boolean atomic) {
    String call = "setAtomic(%b)".formatted(atomic);
    run(
        call,
        steps -> {
          Agreement.reach(steps, call, atomic ? attempt(file::sideFile) : null);
          file.atomic = atomic;
        });
  }

  /** Ranks on other hosts see what was written before, once they have opened the file again. */
  void sync() {
    run(
        "sync",
        steps -> {
          RuntimeException refusal = steps.once(() -> refuseOpenRequests("sync"));
          Agreement.reach(
              steps,
              "sync",
              steps.once(() -> refusal == null ? attempt(file.handle::force) : refusal));
          if (file.isOnSeveralHosts()) {
            Agreement.reach(steps, "sync", steps.once(() -> attempt(file.handle::reopen)));
          }
        });
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

  void seekShared(long offset, SeekOrigin origin) {
    String call = "seekShared(%d, %s)".formatted(offset, origin);
    RuntimeException refusal = refuseNull("seekShared", "origin", origin);
    run(
        call,
        steps ->
            atRoot(
                steps,
                call,
                refusal,
                () -> {
                  long _ = file.moveShared(at -> sought("seekShared", offset, origin, at));
                }));
  }

  /** Moves this rank's pointer. */
  void seek(long offset, SeekOrigin origin) {
    file.checkNotSequential("seek");
    RuntimeException refusal = refuseNull("seek", "origin", origin);
    if (refusal != null) {
      throw refusal;
    }
    file.position.set(sought("seek", offset, origin, file.position.get()));
  }

  /** Where a pointer goes. */
  private long sought(String call, long offset, SeekOrigin origin, long current) {
    long at =
        switch (origin) {
          case BEGIN -> offset;
          case CURRENT -> current + offset;
          case END -> file.view.elementsBefore(file.size()) + offset;
        };
    if (at < 0) {
      throw file.member.arguments().refuse("%s leads to offset %d".formatted(call, at));
    }
    return at;
  }

  void close() {
    if (file.handle.isClosed()) {
      return;
    }
    file.member.checkUsable();
    Object _ =
        file.common.run(
            "close",
            steps -> {
              close(steps);
              return null;
            });
  }

  /** If a rank refuses, the file stays open on all; whatever fails later, it is closed. */
  private void close(Steps steps) {
    RuntimeException failure = null;
    try {
      Agreement.reach(steps, "close", refuseOpenRequests("close"));
    } catch (RankFailedException | CommunicatorRevokedException e) {
      failure = e;
    }
    if (failure == null) {
      try {
        actAtRoot(steps, "close", file::delete);
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (!steps.isWaiting()) {
      closeAfter(failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void closeAfter(RuntimeException failure) {
    try {
      file.close();
    } catch (RuntimeException e) {
      if (failure == null) {
        throw e;
      }
      failure.addSuppressed(e);
    }
  }
}
