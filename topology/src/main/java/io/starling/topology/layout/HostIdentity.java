package io.starling.topology.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The identity by which UCX decides whether two processes are on one host and may share memory: the
 * booted kernel and the namespace of System V and POSIX shared memory, not the host's name.
 */
public final class HostIdentity {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NAMESPACE = Path.of("/proc/self/ns/ipc");

  private static final Path SELF = Path.of("/proc/self");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Path USERS = Path.of("/proc/self/ns/user");

  private static final String UNKNOWN = "unknown:";

  private HostIdentity() {}

  /** The identity of this process: equal for two processes if and only if they are on one host. */
  public static String ofThisProcess() {
    try {
      return Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(NAMESPACE);
    } catch (IOException e) {
      return UNKNOWN + " " + ProcessHandle.current().pid();
    }
  }

  /**
   * Equal for two processes that are on one host and see each other in {@code /proc}, as containers
   * of one host may not, and belong to the same user.
   */
  public static String withProcesses() {
    try {
      // No format: it loads locales, and every rank comes here.
      return ofThisProcess()
          + " "
          + Files.readSymbolicLink(PROCESSES)
          + " "
          + Files.readSymbolicLink(USERS)
          + " uid:"
          + Files.getAttribute(SELF, "unix:uid");
    } catch (IOException e) {
      return UNKNOWN + " " + ProcessHandle.current().pid();
    }
  }

  /**
   * Whether hosts run on one kernel, as containers of one machine do, so that they may share cores.
   */
  public static boolean onOneMachine(String identity, String other) {
    String kernel = kernel(identity);
    return identity.equals(other) || (!kernel.equals(UNKNOWN) && kernel.equals(kernel(other)));
  }

  private static String kernel(String identity) {
    return identity.split(" ", 2)[0];
  }
}
