/**
 * Starling's runtime: buffers, datatypes, reduction operators, requests and errors for programs;
 * transports, progress engine and bootstrap for Starling's other modules.
 */
@SuppressWarnings("module") // The modules that have qualified exports are compiled later.
module io.starling.runtime {
  requires static jdk.incubator.vector;

  exports io.starling.runtime;
  exports io.starling.runtime.bootstrap.api to
      io.starling.topology,
      io.starling.gpu,
      io.starling.collectives,
      io.starling.launcher,
      io.starling.objects,
      io.starling.bench;
  exports io.starling.runtime.bootstrap.client to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.runtime.bootstrap.pmi to
      io.starling.collectives;
  exports io.starling.runtime.bootstrap.pmix to
      io.starling.collectives;
  exports io.starling.runtime.bootstrap.store to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.runtime.datatype to
      io.starling.collectives,
      io.starling.gpu,
      io.starling.objects,
      io.starling.bench;
  exports io.starling.runtime.json to
      io.starling.topology,
      io.starling.collectives,
      io.starling.bench;
  exports io.starling.runtime.log to
      io.starling.topology,
      io.starling.gpu,
      io.starling.objects,
      io.starling.launcher;
  exports io.starling.runtime.memory to
      io.starling.topology,
      io.starling.collectives,
      io.starling.gpu,
      io.starling.objects,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.runtime.net to
      io.starling.objects;
  exports io.starling.runtime.os to
      io.starling.collectives,
      io.starling.objects;
  exports io.starling.runtime.progress to
      io.starling.collectives;
  exports io.starling.runtime.progress.assembly to
      io.starling.collectives;
  exports io.starling.runtime.progress.failure to
      io.starling.collectives;
  exports io.starling.runtime.progress.request to
      io.starling.collectives;
  exports io.starling.runtime.progress.thread to
      io.starling.collectives;
  exports io.starling.runtime.reduction to
      io.starling.collectives,
      io.starling.gpu,
      io.starling.objects,
      io.starling.bench;
  exports io.starling.runtime.trace to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
  exports io.starling.runtime.transport.local to
      io.starling.collectives;
  exports io.starling.runtime.transport.noise to
      io.starling.collectives,
      io.starling.bench;
  exports io.starling.runtime.transport.routing to
      io.starling.collectives;
  exports io.starling.runtime.transport.shared to
      io.starling.collectives;
  exports io.starling.runtime.transport.simulated to
      io.starling.collectives,
      io.starling.bench;
  exports io.starling.runtime.transport.ucx to
      io.starling.collectives,
      io.starling.launcher,
      io.starling.bench;
}
