package io.starling.bench.objects;

import io.starling.bench.report.WholeFile;
import io.starling.launcher.output.StandardOutput;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreReport;
import io.starling.runtime.StarlingException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code starling objects list}: all objects. */
@Command(
    name = "list",
    header = "Lists the objects of all stores, the largest first.",
    description = {
      "",
      "'stores' has the numbers of the stores with a copy: 3* stays until the object is deleted, 3~"
          + " is not whole yet. 'directory' stands for objects below 64 KB, which the directory"
          + " keeps on two stores. 'readers' counts the stores that fetch from these copies now.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:the stores have answered", "1:there is no store", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {"  starling objects list", "  starling objects list --json objects.json"})
final class ListCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private StoreOption store;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write them to this file for machines; - is the standard output")
  private Path json;

  @Override
  public Integer call() {
    try (ObjectStore connection = store.connect()) {
      List<StoreReport> reports = connection.report(true);
      if (json != null) {
        WholeFile.write(spec.commandLine(), json, ReportJson.of(reports));
      }
      PrintWriter out = StandardOutput.text(spec.commandLine(), json);
      ReportTable.objects(reports).forEach(out::println);
      out.flush();
      return 0;
    } catch (StarlingException e) {
      spec.commandLine().getErr().println("starling: " + e.getMessage());
      return 1;
    }
  }
}
