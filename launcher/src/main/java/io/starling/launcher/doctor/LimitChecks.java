package io.starling.launcher.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** What the kernel grants a process here: files, memory, looking into other ranks. */
final class LimitChecks {

  private static final long FEW_FILES = 256;
  private static final long ENOUGH_FILES = 1024;
  private static final long LITTLE_SHARED = 64L << 20;
  private static final long MEBIBYTE = 1L << 20;
  private static final long TRACE_CAPABILITY = 1L << 19;
  private static final String UNLIMITED = "unlimited";

  private final Path root;

  /** Checks of the machine whose {@code /proc}, {@code /sys} and {@code /dev} are below this. */
  LimitChecks(Path root) {
    this.root = root;
  }

  List<Finding> run() {
    return List.of(openFiles(), lockedMemory(), sharedMemory(), tracing());
  }

  /** The soft limit in its own unit; empty if there is none. */
  private OptionalLong limit(String name) throws IOException {
    for (String line : Files.readAllLines(root.resolve("proc/self/limits"))) {
      if (line.startsWith(name)) {
        String value = line.substring(name.length()).strip().split("\\s+", -1)[0];
        return value.equals(UNLIMITED)
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(value));
      }
    }
    throw new IOException("no line '" + name + "'");
  }

  private Finding openFiles() {
    String check = "open files";
    String remedy =
        "ulimit -n 65536 before the start, or raise nofile in /etc/security/limits.conf";
    try {
      OptionalLong limit = limit("Max open files");
      if (limit.isEmpty() || limit.getAsLong() >= ENOUGH_FILES) {
        return Finding.ok(check, text(limit, 1, ""));
      }
      String text = limit.getAsLong() + ": a rank needs some for each rank it talks to";
      return limit.getAsLong() < FEW_FILES
          ? Finding.fail(check, text, remedy)
          : Finding.warn(check, text, remedy);
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private Finding lockedMemory() {
    String check = "locked memory";
    try {
      OptionalLong limit = limit("Max locked memory");
      boolean adapters = Files.isDirectory(root.resolve("sys/class/infiniband"));
      String text = text(limit, MEBIBYTE, " MiB");
      return limit.isEmpty() || !adapters
          ? Finding.ok(check, text)
          : Finding.warn(
              check,
              text + ", and network adapters of this host want locked buffers",
              "raise memlock to unlimited in /etc/security/limits.conf, and for sshd and slurmd");
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private static String text(OptionalLong limit, long unit, String name) {
    return limit.isEmpty() ? UNLIMITED : limit.getAsLong() / unit + name;
  }

  private Finding sharedMemory() {
    String check = "/dev/shm";
    Path folder = root.resolve("dev/shm");
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return Finding.fail(
          check,
          "missing or not writable: ranks of this host can't share memory",
          "mount -t tmpfs tmpfs /dev/shm; in a container, --shm-size");
    }
    try {
      FileStore store = Files.getFileStore(folder);
      return sharedMemory(store.getUsableSpace());
    } catch (IOException e) {
      return unknown(check, e);
    }
  }

  static Finding sharedMemory(long free) {
    String text = free / MEBIBYTE + " MiB free";
    return free >= LITTLE_SHARED
        ? Finding.ok("/dev/shm", text)
        : Finding.warn(
            "/dev/shm",
            text + ": too little for many ranks",
            "remove what others left there, or mount -o remount,size=1g /dev/shm");
  }

  /** Whether ranks of this host may read each other's memory, which large messages use. */
  private Finding tracing() {
    String check = "ptrace scope";
    Path file = root.resolve("proc/sys/kernel/yama/ptrace_scope");
    if (!Files.exists(file)) {
      return Finding.ok(check, "unrestricted");
    }
    try {
      int scope = Integer.parseInt(Files.readString(file).strip());
      if (scope == 0 || (scope < 3 && mayTrace())) {
        return Finding.ok(check, Integer.toString(scope));
      }
      return Finding.warn(
          check,
          scope + ": large messages between ranks of this host take the slower way",
          "sudo sysctl kernel.yama.ptrace_scope=0");
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private boolean mayTrace() throws IOException {
    for (String line : Files.readAllLines(root.resolve("proc/self/status"))) {
      if (line.startsWith("CapEff:")) {
        String mask = line.substring("CapEff:".length()).strip();
        return (Long.parseUnsignedLong(mask, 16) & TRACE_CAPABILITY) != 0;
      }
    }
    return false;
  }

  private static Finding unknown(String check, Exception cause) {
    return Finding.warn(check, "unknown: " + cause.getMessage(), "see whether /proc is mounted");
  }
}
