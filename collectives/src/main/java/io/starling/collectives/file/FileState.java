package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** What a rank has of an open file. */
@SuppressWarnings("checkstyle:VisibilityModifier") // The room's classes share it.
final class FileState {

  private static final int MOST_THREADS = 4;
  private static final long IDLE_SECONDS = 5;

  final Member member;
  final DataMovement dataMovement;
  final Set<OpenMode> modes;
  final FileHandle handle;

  /** The shared pointer and locks; null if there can be none. */
  final SideFile side;

  /** Why there is none. */
  final String sideTrouble;

  final PlainAccess plain;

  /** Threads for access while the rank does something else. */
  final ThreadPoolExecutor threads;

  /** This rank's pointer, in elements. */
  final AtomicLong position = new AtomicLong();

  /** Open non-blocking accesses. */
  final AtomicInteger open = new AtomicInteger();

  final CommonCalls common;

  volatile ViewMap view = ViewMap.of(FileView.BYTES);
  volatile Hints given;
  volatile FileHints hints;
  volatile int[] aggregators;
  volatile boolean atomic;

  FileState(
      Member member,
      DataMovement dataMovement,
      Set<OpenMode> modes,
      FileHandle handle,
      SideFile side,
      String sideTrouble,
      Hints given) {
    this.member = member;
    this.dataMovement = dataMovement;
    this.modes = modes;
    this.handle = handle;
    this.side = side;
    this.sideTrouble = sideTrouble;
    common = new CommonCalls(member);
    plain = new PlainAccess(handle, new Scratch());
    threads = threads(rank(), handle.path());
    use(given);
  }

  /** Daemons, so that a program which forgets a file ends. */
  private static ThreadPoolExecutor threads(int rank, Path path) {
    String name = "starling rank %d, file %s, ".formatted(rank, path.getFileName());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            MOST_THREADS,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name(name, 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Uses hints from now on. */
  void use(Hints itsHints) {
    given = itsHints;
    hints = FileHints.of(itsHints);
    aggregators = hints.chosenRanks(member.context().layout());
  }

  /** The hints in use and others, which count more; null stands for none. */
  Hints with(Hints others) {
    return others == null ? given : given.with(others);
  }

  /** The rank in the job, for messages. */
  int rank() {
    return member.engine().rank();
  }

  Path path() {
    return handle.path();
  }

  /** Whether ranks on several hosts have the file open. */
  boolean isOnSeveralHosts() {
    return member.context().layout().table().nodes() > 1;
  }

  /** Refuses a call after the close, which is the same on all ranks. */
  void checkOpen(String name) {
    if (handle.isClosed()) {
      throw new IllegalStateException(
          "rank %d: %s, file %s: the file is closed".formatted(rank(), name, path()));
    }
  }

  /** Refuses what a file that is open with SEQUENTIAL has not. */
  void checkNotSequential(String name) {
    checkOpen(name);
    if (modes.contains(OpenMode.SEQUENTIAL)) {
      throw new IllegalStateException(
          "rank %d: %s, file %s: it is open with SEQUENTIAL; only the shared pointer may be used"
              .formatted(rank(), name, path()));
    }
  }

  StarlingException trouble(IOException cause) {
    return FileTrouble.of(rank(), path(), cause);
  }

  /** The side file, for calls that need it. */
  SideFile sideFile() {
    if (side == null) {
      throw new StarlingException(
          "rank %d: %s: there is no shared pointer and no atomic mode: no file could be made beside it: %s"
              .formatted(rank(), path(), sideTrouble));
    }
    return side;
  }

  /** Changes the shared pointer; returns what it was. */
  long moveShared(LongUnaryOperator change) {
    try {
      return sideFile().move(change, Patience.of(member));
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  /** Its length in bytes. */
  long size() {
    try {
      return handle.size();
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  /** Writes by this thread. */
  void write(FilePart part, Memory data, Patience patience) throws IOException {
    if (!atomic) {
      plain.write(part, data);
      return;
    }
    try (FileLock _ = sideFile().lockBytes(part, false, patience)) {
      plain.write(part, data);
    }
  }

  /** Reads by this thread; returns how much. */
  long read(FilePart part, Memory into, Patience patience) throws IOException {
    if (!atomic) {
      return plain.read(part, into);
    }
    try (FileLock _ = sideFile().lockBytes(part, true, patience)) {
      return plain.read(part, into);
    }
  }

  /** Accesses by this thread; returns how much was read or written. */
  long access(boolean writes, FilePart part, Memory memory, Patience patience) {
    if (part.bytes() == 0) {
      return 0;
    }
    try {
      if (writes) {
        write(part, memory, patience);
        return part.bytes();
      }
      return read(part, memory, patience);
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  /** Rank 0 deletes what is to go with the file. */
  void delete() throws IOException {
    if (side != null && isOnSeveralHosts()) {
      side.delete();
    }
    if (modes.contains(OpenMode.DELETE_ON_CLOSE)) {
      boolean _ = Files.deleteIfExists(path());
    }
  }

  /** Closes what this rank has open. */
  void close() {
    threads.shutdown();
    try {
      handle.close();
      if (side != null) {
        side.close();
      }
    } catch (IOException e) {
      throw trouble(e);
    } finally {
      member.close();
    }
  }
}
