package io.starling.launcher.placing;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** By what the ranks of a job are started. */
public enum LauncherKind {
  /** The one that fits: what hosts are named, and whether a batch system has given some. */
  AUTO,
  /** Processes of this host only. */
  LOCAL,
  /** An agent on each other host, started by ssh. */
  SSH,
  /** An agent on each other host of an allocation, started by srun. */
  SLURM;

  /** The name in options, {@code ssh}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known
   */
  public static LauncherKind named(String label) {
    return Stream.of(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--launcher must be one of %2$s, not '%1$s'"
                        .formatted(
                            label,
                            Stream.of(values())
                                .map(LauncherKind::label)
                                .collect(Collectors.joining(", ")))));
  }
}
