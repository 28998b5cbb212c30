/** Micro-benchmarks of the collectives, measured as the OSU benchmarks measure MPI's. */
module io.starling.bench {
  requires io.starling.collectives;
  requires io.starling.gpu;
  requires io.starling.launcher;
  requires io.starling.objects;
  requires io.starling.topology;
  requires info.picocli;
  requires com.fasterxml.jackson.core;

  opens io.starling.bench to
      info.picocli;
  opens io.starling.bench.bootstrap to
      info.picocli;
  opens io.starling.bench.file to
      info.picocli;
  opens io.starling.bench.laboratory.calibrate to
      info.picocli;
  opens io.starling.bench.compare to
      info.picocli;
  opens io.starling.bench.laboratory.noise to
      info.picocli;
  opens io.starling.bench.objects to
      info.picocli;
  opens io.starling.bench.objects.measure to
      info.picocli;
  opens io.starling.bench.order to
      info.picocli;
  opens io.starling.bench.soak to
      info.picocli;
  opens io.starling.bench.laboratory.study to
      info.picocli;
  opens io.starling.bench.topo to
      info.picocli;
  opens io.starling.bench.tune to
      info.picocli;

  provides io.starling.launcher.Subcommand with
      io.starling.bench.AlgorithmsCommand,
      io.starling.bench.BenchCommand,
      io.starling.bench.bootstrap.BootstrapCommand,
      io.starling.bench.laboratory.calibrate.CalibrateCommand,
      io.starling.bench.compare.CompareCommand,
      io.starling.bench.laboratory.noise.NoiseCommand,
      io.starling.bench.objects.ObjectsCommand,
      io.starling.bench.order.ProbeCommand,
      io.starling.bench.order.ReorderCommand,
      io.starling.bench.laboratory.study.StudyCommand,
      io.starling.bench.topo.TopoCommand,
      io.starling.bench.tune.TuneCommand;
}
