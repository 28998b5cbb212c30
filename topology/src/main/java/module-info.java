/** The machine that a rank runs on: what it is made of, and which part of it a process may use. */
module io.starling.topology {
  requires io.starling.runtime;
  requires com.sun.jna;
  requires java.xml;

  exports io.starling.topology;
  exports io.starling.topology.layout;
  exports io.starling.topology.placement;
}
