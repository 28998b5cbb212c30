package io.starling.topology.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads where Linux lets a process run. */
public final class Affinity {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Affinity() {}

  /**
   * The PUs that {@code taskset}, a batch system or a container lets this process use. Without that
   * information in {@code /proc}, as many PUs as the JVM counts, from 0.
   */
  public static CpuSet ofThisProcess() {
    try {
      return Files.exists(STATUS) ? of(Files.readAllLines(STATUS)) : counted();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + STATUS, e);
    }
  }

  static CpuSet of(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> CpuSet.parse(line.substring(ALLOWED.length())))
        .findFirst()
        .orElseGet(Affinity::counted);
  }

  private static CpuSet counted() {
    return CpuSet.range(0, Runtime.getRuntime().availableProcessors() - 1);
  }
}
