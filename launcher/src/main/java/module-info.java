/** {@code starling run}: starts the ranks of a job, watches over them and brings them together. */
module io.starling.launcher {
  requires io.starling.runtime;
  requires transitive io.starling.topology;
  requires info.picocli;

  exports io.starling.launcher;

  opens io.starling.launcher to
      info.picocli;

  uses io.starling.launcher.Subcommand;
  uses io.starling.runtime.bootstrap.EnvironmentCheck;
  uses io.starling.runtime.bootstrap.Rehearsal;
}
