package io.starling.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** An MPI library on this machine: its compiler wrapper and its launcher. */
public record Installation(Vendor vendor, String version, Path compiler, Path launcher) {

  /** As reports name it. */
  public Contender contender() {
    return new Contender(vendor.id(), (vendor.title() + " " + version).strip());
  }

  /** What starts ranks on this machine, up to the program. */
  public List<String> launch(int ranks, int cores) {
    boolean root = "root".equals(System.getProperty("user.name"));
    return Stream.concat(Stream.of(launcher.toString()), vendor.flags(ranks, cores, root).stream())
        .toList();
  }

  /** The same on several hosts, each with as many slots as it has ranks. */
  List<String> launch(int ranks, String hosts) {
    return Stream.concat(launch(ranks, ranks).stream(), vendor.hostFlags(hosts).stream()).toList();
  }
}
