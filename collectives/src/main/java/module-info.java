/** The communicator that users hold, with its collectives. */
module io.starling.collectives {
  requires transitive io.starling.runtime;
  requires transitive io.starling.topology;

  exports io.starling.collectives;

  provides io.starling.runtime.bootstrap.EnvironmentCheck with
      io.starling.collectives.SelectionCheck;
  provides io.starling.runtime.bootstrap.Rehearsal with
      io.starling.collectives.RankRehearsal;
}
