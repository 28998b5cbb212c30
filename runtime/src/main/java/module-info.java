/**
 * Transports, progress engine, operations, datatypes, reduction operators, memory and bootstrap.
 */
module io.starling.runtime {
  requires static jdk.incubator.vector;

  exports io.starling.runtime.bootstrap;
  exports io.starling.runtime.bootstrap.pmi;
  exports io.starling.runtime.bootstrap.pmix;
  exports io.starling.runtime.datatype;
  exports io.starling.runtime.error;
  exports io.starling.runtime.memory;
  exports io.starling.runtime.progress;
  exports io.starling.runtime.reduction;
  exports io.starling.runtime.trace;
  exports io.starling.runtime.transport.local;
  exports io.starling.runtime.transport.noise;
  exports io.starling.runtime.transport.shared;
  exports io.starling.runtime.transport.simulated;
  exports io.starling.runtime.transport.ucx;
}
