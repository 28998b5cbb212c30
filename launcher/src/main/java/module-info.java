/** {@code starling run}: starts the ranks of a job, watches over them and brings them together. */
@SuppressWarnings("module") // bench is compiled later
module io.starling.launcher {
  requires io.starling.runtime;
  requires transitive io.starling.topology;
  requires info.picocli;
  requires java.compiler;
  requires java.logging;
  requires jdk.compiler;
  requires jdk.management;

  exports io.starling.launcher to
      io.starling.bench;
  exports io.starling.launcher.archive to
      io.starling.bench;
  exports io.starling.launcher.command to
      io.starling.bench;
  exports io.starling.launcher.contact to
      io.starling.bench;
  exports io.starling.launcher.exit to
      io.starling.bench;
  exports io.starling.launcher.hosts to
      io.starling.bench;
  exports io.starling.launcher.job to
      io.starling.bench;
  exports io.starling.launcher.output to
      io.starling.bench;
  exports io.starling.launcher.placing to
      io.starling.bench;
  exports io.starling.launcher.rank to
      io.starling.bench;
  exports io.starling.launcher.remote to
      io.starling.bench;

  opens io.starling.launcher to
      info.picocli;
  opens io.starling.launcher.command to
      info.picocli;

  uses io.starling.launcher.Subcommand;
  uses io.starling.runtime.bootstrap.api.EnvironmentCheck;
  uses io.starling.runtime.bootstrap.api.HostService;
  uses io.starling.runtime.bootstrap.api.TrainingRun;
}
