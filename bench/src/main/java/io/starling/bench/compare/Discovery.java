package io.starling.bench.compare;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for MPI libraries: Debian's {@code mpicc.openmpi} and {@code mpicc.mpich} first, which can
 * stand beside each other, then whatever plain {@code mpicc} and {@code mpirun} are.
 */
public final class Discovery {

  private static final List<Vendor> EXPECTED = List.of(Vendor.OPEN_MPI, Vendor.MPICH);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final List<Path> folders;
  private final Map<Vendor, Installation> found = new EnumMap<>(Vendor.class);
  private final Map<Vendor, String> missing = new EnumMap<>(Vendor.class);

  private Discovery(List<Path> folders) {
    this.folders = folders;
  }

  /** Looks into the folders of {@code PATH} and those of Debian's alternatives. */
  public static Discovery here() throws InterruptedException {
    String path = System.getenv().getOrDefault("PATH", "");
    Stream<String> debian = Stream.of("/usr/bin", "/etc/alternatives");
    return in(
        Stream.concat(Stream.of(path.split(File.pathSeparator)), debian)
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .distinct()
            .toList());
  }

  /** Looks into these folders, the first one first. */
  static Discovery in(List<Path> folders) throws InterruptedException {
    Discovery discovery = new Discovery(folders);
    for (Vendor vendor : EXPECTED) {
      discovery.look(Optional.of(vendor), "." + vendor.id());
    }
    discovery.look(Optional.empty(), "");
    for (Vendor vendor : EXPECTED) {
      if (!discovery.found.containsKey(vendor)) {
        discovery.missing.putIfAbsent(
            vendor, "no mpicc.%s or mpicc on the PATH".formatted(vendor.id()));
      }
    }
    return discovery;
  }

  /** What can be measured, in the order of {@link Vendor}. */
  public List<Installation> found() {
    return List.copyOf(found.values());
  }

  /** The ids of what was looked for and is not there, with the reason and the remedy. */
  public Map<String, String> missing() {
    Map<String, String> reasons = new LinkedHashMap<>();
    missing.forEach(
        (vendor, reason) -> {
          if (!found.containsKey(vendor)) {
            reasons.put(vendor.id(), vendor.title() + ": " + reason + remedy(vendor));
          }
        });
    return reasons;
  }

  private static String remedy(Vendor vendor) {
    return vendor.packages().isEmpty() ? "" : "; apt-get install " + vendor.packages();
  }

  private void look(Optional<Vendor> named, String suffix) throws InterruptedException {
    Optional<Path> compiler = find("mpicc" + suffix);
    Optional<Path> launcher = find("mpirun" + suffix);
    if (compiler.isEmpty() && launcher.isEmpty()) {
      return;
    }
    if (launcher.isEmpty()) {
      note(named, "%s is there, but no mpirun%s".formatted(compiler.get(), suffix));
      return;
    }
    Child.Result version = Child.run(List.of(launcher.get().toString(), "--version"), LIMIT);
    if (!version.succeeded()) {
      note(named, launcher.get() + " --version: " + version.problem());
      return;
    }
    Vendor vendor = named.orElseGet(() -> Vendor.of(version.output()));
    if (compiler.isEmpty()) {
      note(Optional.of(vendor), "%s is there, but no mpicc%s".formatted(launcher.get(), suffix));
      return;
    }
    found.putIfAbsent(
        vendor,
        new Installation(vendor, vendor.version(version.output()), compiler.get(), launcher.get()));
  }

  private void note(Optional<Vendor> vendor, String reason) {
    missing.putIfAbsent(vendor.orElse(Vendor.OTHER), reason);
  }

  private Optional<Path> find(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
