/**
 * Exact orders of hosts for {@code starling reorder}. The solvers and their libraries are internal;
 * where a library does not load, the answer says so.
 */
module io.starling.solvers {
  requires io.starling.topology;

  provides io.starling.topology.locality.ExactSearch with
      io.starling.solvers.CpSatSearch,
      io.starling.solvers.Z3Search;
}
