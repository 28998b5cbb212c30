package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens a file for all ranks: they agree on the arguments, rank 0 opens or makes it and makes its
 * {@link SideFile}, the others open both, and they agree that all have. On a single host the side
 * file is then deleted, while all have it open, so that nothing is left behind whatever happens.
 */
public final class FileOpening {

  /** Another host may see a new file of NFS only after a while. */
  private static final int MOST_ATTEMPTS = 60;

  private static final long BETWEEN_ATTEMPTS_NANOSECONDS = 50_000_000;
  private static final long NO_SIDE_FILE = 0;

  private final Member member;
  private final Path path;
  private final Set<OpenMode> modes;
  private final Hints hints;
  private FileHandle handle;
  private SideFile side;
  private String sideTrouble = "";

  private FileOpening(Member member, Path path, Set<OpenMode> modes, Hints hints) {
    this.member = member;
    this.path = path;
    this.modes = modes;
    this.hints = hints;
  }

  /**
   * Opens a file.
   *
   * @param member of a communicator that only the file uses; it is closed with the file, or if it
   *     can't be opened
   */
  public static RankFile open(
      Member member, Selection selection, Path path, Set<OpenMode> modes, Hints hints) {
    try {
      RuntimeException refusal = refusal(member, path, modes, hints);
      Agreement.reach(new Steps(member), call(path, modes, hints), refusal);
      FileOpening opening = new FileOpening(member, path, Set.copyOf(modes), hints);
      DataMovement dataMovement = new DataMovement(new Collectives(member, selection));
      return new RankFile(opening.run(dataMovement));
    } catch (RuntimeException e) {
      try {
        member.close();
      } catch (RuntimeException refusal) {
        e.addSuppressed(refusal);
      }
      throw e;
    }
  }

  /** What all ranks must pass alike. */
  private static String call(Path path, Set<OpenMode> modes, Hints hints) {
    if (absent(path, modes, hints) != null) {
      return "openFile";
    }
    return "openFile(%s, %s, %s)"
        .formatted(path.toAbsolutePath().normalize(), new TreeSet<>(modes), FileHints.of(hints));
  }

  private static RuntimeException refusal(
      Member member, Path path, Set<OpenMode> modes, Hints hints) {
    String absent = absent(path, modes, hints);
    String reason =
        absent == null ? problem(path, modes) : "openFile got null instead of " + absent;
    return reason == null ? null : member.arguments().refuse(reason);
  }

  private static String absent(Path path, Set<OpenMode> modes, Hints hints) {
    if (path == null) {
      return "path";
    }
    if (modes == null || modes.stream().anyMatch(Objects::isNull)) {
      return "modes";
    }
    return hints == null ? "hints" : null;
  }

  private static String problem(Path path, Set<OpenMode> modes) {
    return path.getFileSystem() == FileSystems.getDefault()
        ? modeProblem(modes)
        : "openFile needs a path of the default file system, not one of '%s'"
            .formatted(path.getFileSystem().provider().getScheme());
  }

  private static String modeProblem(Set<OpenMode> modes) {
    List<OpenMode> directions =
        modes.stream()
            .filter(EnumSet.range(OpenMode.READ_ONLY, OpenMode.READ_WRITE)::contains)
            .sorted()
            .toList();
    if (directions.size() != 1) {
      return "openFile needs one of READ_ONLY, WRITE_ONLY and READ_WRITE, not "
          + (directions.isEmpty() ? "none of them" : directions);
    }
    if (modes.contains(OpenMode.READ_ONLY)
        && (modes.contains(OpenMode.CREATE) || modes.contains(OpenMode.EXCLUSIVE))) {
      return "openFile with READ_ONLY can't create a file; leave out CREATE and EXCLUSIVE";
    }
    if (modes.contains(OpenMode.READ_WRITE) && modes.contains(OpenMode.SEQUENTIAL)) {
      return "openFile with SEQUENTIAL either reads or writes; choose READ_ONLY or WRITE_ONLY";
    }
    return null;
  }

  private FileState run(DataMovement dataMovement) {
    try {
      String call = "openFile(%s)".formatted(path);
      boolean isRoot = member.context().rank() == 0;
      Steps steps = new Steps(member);
      long token = Agreement.reach(steps, call, isRoot ? openAtRoot() : null, tokenAtRoot());
      Agreement.reach(steps, call, isRoot ? null : openBeside(token));
      if (isRoot && side != null && isOnOneHost()) {
        side.delete();
      }
      FileState file = new FileState(member, dataMovement, modes, handle, side, sideTrouble, hints);
      goToEnd(file, steps);
      return file;
    } catch (RuntimeException | IOException e) {
      closeAll(e);
      throw e instanceof IOException io
          ? FileTrouble.of(member.engine().rank(), path, io)
          : (RuntimeException) e;
    }
  }

  private boolean isOnOneHost() {
    return member.context().layout().table().nodes() == 1;
  }

  private RuntimeException openAtRoot() {
    try {
      handle = FileHandle.open(path, modes, true);
      return null;
    } catch (IOException | RuntimeException e) {
      return FileTrouble.ofAny(member.engine().rank(), path, e);
    }
  }

  /** Makes the side file; returns its token. */
  private long tokenAtRoot() {
    if (member.context().rank() != 0 || handle == null) {
      return NO_SIDE_FILE;
    }
    long token = ThreadLocalRandom.current().nextLong() | 1;
    try {
      side = SideFile.create(SideFile.beside(path, folder(), token));
      return token;
    } catch (IOException | RuntimeException e) {
      sideTrouble = e.toString();
    }
    if (isOnOneHost()) {
      try {
        side = SideFile.create(SideFile.beside(path, temporary(), token - 1));
        return token - 1;
      } catch (IOException | RuntimeException e) {
        sideTrouble = e.toString();
      }
    }
    return NO_SIDE_FILE;
  }

  /** Where all hosts see it, as they see the file. */
  private Path folder() {
    return path.toAbsolutePath().getParent();
  }

  /** If that folder can't be written, a folder of this host. */
  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Opens what rank 0 has opened or made. Odd tokens are those of files beside the file. */
  private RuntimeException openBeside(long token) {
    try {
      handle = openPatiently();
      if (token == NO_SIDE_FILE) {
        sideTrouble = "rank 0 can't write to " + folder();
      } else {
        Path folder = (token & 1) == 1 ? folder() : temporary();
        side = SideFile.open(SideFile.beside(path, folder, token));
      }
      return null;
    } catch (IOException | RuntimeException e) {
      return FileTrouble.ofAny(member.engine().rank(), path, e);
    }
  }

  private FileHandle openPatiently() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return FileHandle.open(path, modes, false);
      } catch (NoSuchFileException e) {
        if (isOnOneHost() || attempt == MOST_ATTEMPTS || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_ATTEMPTS_NANOSECONDS);
      }
    }
  }

  /** With APPEND both pointers begin at the end of the file. */
  private void goToEnd(FileState file, Steps steps) {
    if (!modes.contains(OpenMode.APPEND)) {
      return;
    }
    long end =
        Agreement.act(
            steps,
            "openFile(%s) at its end".formatted(path),
            () -> {
              long bytes = ViewMap.of(FileView.BYTES).elementsBefore(file.size());
              if (side != null) {
                long _ = file.moveShared(_ -> bytes);
              }
              return bytes;
            });
    file.position.set(end);
  }

  private void closeAll(Exception cause) {
    try {
      if (handle != null) {
        handle.close();
      }
      if (side != null) {
        side.close();
        if (member.context().rank() == 0) {
          side.delete();
        }
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Deletes a file of this rank. */
  public static void delete(Path path) {
    if (path == null) {
      throw new IllegalArgumentException("delete got null instead of path");
    }
    try {
      if (Files.isDirectory(path)) {
        throw new StarlingException("delete: %s is a folder; name a file".formatted(path));
      }
      Files.delete(path);
    } catch (NoSuchFileException e) {
      throw new StarlingException("delete: there is no file %s on this host".formatted(path), e);
    } catch (IOException e) {
      throw new StarlingException(
          "delete: %s can't be deleted: %s; check the permissions of its folder"
              .formatted(path, e.getMessage()),
          e);
    }
  }
}
