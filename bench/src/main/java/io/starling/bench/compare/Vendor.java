package io.starling.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who makes an MPI library; recognised by what its {@code mpirun --version} says. */
public enum Vendor {
  OPEN_MPI(
      "openmpi",
      "Open MPI",
      "\\((?:OpenRTE|Open MPI|Open-MPI|PRRTE)\\) (\\S+)",
      "openmpi-bin libopenmpi-dev"),
  INTEL_MPI("intelmpi", "Intel MPI", "Intel\\(R\\) MPI Library.*?Version (\\S+)", ""),
  MPICH(
      "mpich",
      "MPICH",
      "(?i)(?:HYDRA build details|MPICH).*?Version:\\s+(\\S+)",
      "mpich libmpich-dev"),
  OTHER("mpi", "MPI", "(\\d+\\.\\d+\\S*)", "");

  private final String id;
  private final String title;
  private final Pattern version;
  private final String packages;

  Vendor(String id, String title, String version, String packages) {
    this.id = id;
    this.title = title;
    this.version = Pattern.compile(version, Pattern.DOTALL);
    this.packages = packages;
  }

  /** For {@code --library} and JSON. */
  public String id() {
    return id;
  }

  String title() {
    return title;
  }

  /** What to install, in the names of Debian and Ubuntu; empty where they have no such package. */
  String packages() {
    return packages;
  }

  static Vendor of(String versionText) {
    for (Vendor vendor : values()) {
      if (vendor.version.matcher(versionText).find()) {
        return vendor;
      }
    }
    return OTHER;
  }

  /** The version in the text, or nothing. */
  String version(String versionText) {
    Matcher matcher = version.matcher(versionText);
    return matcher.find() ? matcher.group(1) : "";
  }

  /**
   * What {@code mpirun} gets before the program. Open MPI refuses more ranks than cores, and root,
   * unless told otherwise; whether idle ranks yield ({@code mpi_yield_when_idle}) is left to it: it
   * does so where ranks share cores.
   */
  List<String> flags(int ranks, int cores, boolean root) {
    List<String> flags = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    if (this == OPEN_MPI && ranks > cores) {
      flags.add("--oversubscribe");
    }
    if (this == OPEN_MPI && root) {
      flags.add("--allow-run-as-root");
    }
    return flags;
  }

  /** What {@code mpirun} gets besides where ranks run on other hosts, such as node1:2,node2:2. */
  List<String> hostFlags(String hosts) {
    return List.of(this == OPEN_MPI ? "--host" : "-hosts", hosts);
  }
}
