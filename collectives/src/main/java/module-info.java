/** The communicator that users hold, with its collectives. */
// The module that reads other files with the same parser is compiled later.
@SuppressWarnings("module")
module io.starling.collectives {
  requires transitive io.starling.runtime;
  requires transitive io.starling.topology;

  exports io.starling.collectives;
  exports io.starling.collectives.cost to
      io.starling.bench;
  exports io.starling.collectives.job to
      io.starling.bench;
  exports io.starling.collectives.selection to
      io.starling.bench;
  exports io.starling.collectives.settings to
      io.starling.bench;

  uses io.starling.collectives.Codec;

  provides io.starling.runtime.bootstrap.api.EnvironmentCheck with
      io.starling.collectives.job.SelectionCheck;
  provides io.starling.runtime.bootstrap.api.TrainingRun with
      io.starling.collectives.job.RankTrainingRun;
  provides io.starling.topology.locality.Objective.Reader with
      io.starling.collectives.cost.AlgorithmObjective.Reader;
}
