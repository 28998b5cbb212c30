package io.starling.bench.objects;

import io.starling.launcher.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code starling objects}: stores of objects. */
@Command(
    name = "objects",
    header = "Serves a store of objects, and shows what stores have.",
    description = {
      "",
      "Programs put, get, reduce and delete objects at the store of their host. 'starling run"
          + " --objects SIZE' starts a store on each host of a job. 'starling objects serve' starts"
          + " one for programs that are no ranks of a job.",
      ""
    },
    subcommands = {ServeCommand.class, StatusCommand.class, ListCommand.class, DeleteCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    exitCodeList = {"0:all is done", "1:there is no store, or it failed", "2:wrong usage"},
    footer = {
      "  starling objects serve --memory 8G",
      "  starling objects serve --memory 8G --join node1:4711 --secret-file secret",
      "  starling objects status --watch",
      "  starling objects list --json objects.json",
      "  starling run -n 4 --objects 1G io.starling.examples.ParameterServer"
    })
public final class ObjectsCommand implements Subcommand {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return 0;
  }
}
