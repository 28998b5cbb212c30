/** The machine of a rank: its objects, and the processors that a process may use. */
@SuppressWarnings("module") // The modules that have qualified exports are compiled later.
module io.starling.topology {
  requires io.starling.runtime;
  requires com.sun.jna;
  requires java.xml;

  exports io.starling.topology;
  exports io.starling.topology.machine to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.topology.layout to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.topology.locality to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.solvers,
      io.starling.bench;
  exports io.starling.topology.locality.probe to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.topology.placement to
      io.starling.launcher,
      io.starling.bench;

  uses io.starling.topology.locality.ExactSearch;
  uses io.starling.topology.locality.Objective.Reader;
}
