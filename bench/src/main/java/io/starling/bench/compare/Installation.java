package io.starling.bench.compare;

import java.nio.file.Path;

/** An MPI library on this machine: its compiler wrapper and its launcher. */
record Installation(Vendor vendor, String version, Path compiler, Path launcher) {

  Contender contender() {
    return new Contender(vendor.id(), (vendor.title() + " " + version).strip());
  }
}
