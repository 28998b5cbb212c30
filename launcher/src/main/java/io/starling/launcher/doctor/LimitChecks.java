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
  private static final long ENOUGH_PROCESSES = 1024;
  private static final long LITTLE_SHARED = 64L << 20;
  private static final long MEBIBYTE = 1L << 20;

  static final String MORE_FILES =
      "ulimit -n 65536 before the start, or raise nofile in /etc/security/limits.conf";
  static final String MORE_PROCESSES =
      "ulimit -u 65536 before the start, or raise nproc in /etc/security/limits.conf";

  private final Path root;
  private final KernelLimits kernel;

  /** Checks of the machine whose {@code /proc}, {@code /sys} and {@code /dev} are below this. */
  LimitChecks(Path root) {
    this.root = root;
    kernel = new KernelLimits(root);
  }

  List<Finding> run() {
    return List.of(
        openFiles(), processes(), lockedMemory(), addressSpace(), sharedMemory(), tracing());
  }

  private Finding openFiles() {
    String check = "open files";
    try {
      OptionalLong limit = kernel.limit(KernelLimits.OPEN_FILES);
      if (limit.isEmpty() || limit.getAsLong() >= ENOUGH_FILES) {
        return Finding.ok(check, text(limit, 1, ""));
      }
      String text = limit.getAsLong() + ": a rank opens some files for each peer";
      return limit.getAsLong() < FEW_FILES
          ? Finding.fail(check, text, MORE_FILES)
          : Finding.warn(check, text, MORE_FILES);
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private Finding processes() {
    String check = "processes";
    try {
      OptionalLong limit = kernel.limit(KernelLimits.PROCESSES);
      return limit.isEmpty() || limit.getAsLong() >= ENOUGH_PROCESSES
          ? Finding.ok(check, text(limit, 1, ""))
          : Finding.warn(
              check, limit.getAsLong() + ": each rank has about 20 threads", MORE_PROCESSES);
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private Finding addressSpace() {
    String check = "address space";
    try {
      OptionalLong limit = kernel.limit(KernelLimits.ADDRESS_SPACE);
      String text = text(limit, MEBIBYTE, " MiB");
      return limit.isEmpty()
          ? Finding.ok(check, text)
          : Finding.fail(
              check,
              text + ": ranks of one host map 64 GiB of each other",
              "ulimit -v unlimited before the start, or --transport ucx");
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private Finding lockedMemory() {
    String check = "locked memory";
    try {
      OptionalLong limit = kernel.limit(KernelLimits.LOCKED_MEMORY);
      boolean adapters = Files.isDirectory(root.resolve("sys/class/infiniband"));
      String text = text(limit, MEBIBYTE, " MiB");
      return limit.isEmpty() || !adapters
          ? Finding.ok(check, text)
          : Finding.warn(
              check,
              text + ": the network adapters of this host need locked buffers",
              "raise memlock to unlimited in /etc/security/limits.conf, and for sshd and slurmd");
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private static String text(OptionalLong limit, long unit, String name) {
    return limit.isEmpty() ? KernelLimits.UNLIMITED : limit.getAsLong() / unit + name;
  }

  private Finding sharedMemory() {
    String check = "/dev/shm";
    Path folder = root.resolve("dev/shm");
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return Finding.fail(
          check,
          "missing or not writable: ranks of this host cannot share memory",
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
            "remove old files there, or mount -o remount,size=1g /dev/shm");
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
      if (scope == 0 || (scope < 3 && kernel.hasCapability(KernelLimits.MAY_TRACE))) {
        return Finding.ok(check, Integer.toString(scope));
      }
      return Finding.warn(
          check,
          scope + ": large messages between ranks of this host are slower",
          "sudo sysctl kernel.yama.ptrace_scope=0");
    } catch (IOException | RuntimeException e) {
      return unknown(check, e);
    }
  }

  private static Finding unknown(String check, Exception cause) {
    return Finding.warn(check, "unknown: " + cause.getMessage(), "see whether /proc is mounted");
  }
}
