package io.starling.launcher.agent;

import io.starling.launcher.archive.ArchiveFolder;
import io.starling.launcher.archive.ArchiveKey;
import io.starling.launcher.process.HostPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The class archive for the ranks of this host. The launcher's fits where this host has the same
 * JDK, jars and kind of heap; a JVM that finds that an archive does not fit starts slower than
 * without one. So the host computes the key of its own archive: it has made that itself, or sees
 * the launcher's because they share a home folder.
 */
final class HostArchive {

  private HostArchive() {}

  /**
   * The plan with an archive that fits this host, or with none.
   *
   * @param classPath Starling's here
   * @param environment this process's
   */
  static HostPlan choose(HostPlan plan, String classPath, Map<String, String> environment) {
    if (plan.archive().isEmpty()) {
      return plan;
    }
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(plan.variables());
    Optional<ArchiveKey> key = ArchiveKey.of(plan.flags(), classPath, variables);
    return plan.withArchive(key.map(it -> find(plan.archive(), it, environment)).orElse(""));
  }

  private static String find(String launchers, ArchiveKey key, Map<String, String> environment) {
    Optional<Path> own = ArchiveFolder.of(environment).map(folder -> folder.file(key));
    if (own.isPresent() && Files.isRegularFile(own.get())) {
      return own.get().toString();
    }
    Path file = Path.of(launchers);
    return file.getFileName().equals(key.fileName()) ? launchers : "";
  }
}
