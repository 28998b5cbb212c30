package io.starling.bench.objects;

import io.starling.bench.report.WholeFile;
import io.starling.launcher.output.StandardOutput;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectInfo;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreReport;
import io.starling.runtime.StarlingException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    exitCodeList = {
      "0:the stores have answered",
      "1:there is no store or no such object, or the store has no quorum: it reaches too few"
          + " others",
      "2:wrong usage"
    },
    footer = {
      "  starling objects list",
      "  starling objects list --text gradient-17",
      "  starling objects list --json objects.json"
    })
final class ListCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private StoreOption store;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "only the object whose id a program made of this text; may be repeated")
  private List<String> texts = new ArrayList<>();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write them to this file for machines; - is the standard output")
  private Path json;

  @Override
  public Integer call() {
    try (ObjectStore connection = store.connect()) {
      List<StoreReport> reports = connection.report(true);
      List<ObjectInfo> objects = chosen(ReportTable.all(reports));
      if (json != null) {
        WholeFile.write(spec.commandLine(), json, ReportJson.objects(objects));
      }
      PrintWriter out = StandardOutput.text(spec.commandLine(), json);
      ReportTable.objects(objects).forEach(out::println);
      out.flush();
      List<String> troubles = new ArrayList<>(ReportTable.troubles(reports));
      troubles.addAll(missing(objects));
      troubles.forEach(trouble -> spec.commandLine().getErr().println("starling: " + trouble));
      return troubles.isEmpty() ? 0 : 1;
    } catch (StarlingException e) {
      spec.commandLine().getErr().println("starling: " + e.getMessage());
      return 1;
    }
  }

  private List<ObjectInfo> chosen(List<ObjectInfo> all) {
    Set<ObjectId> ids = texts.stream().map(ObjectId::of).collect(Collectors.toSet());
    return ids.isEmpty() ? all : all.stream().filter(each -> ids.contains(each.id())).toList();
  }

  private List<String> missing(List<ObjectInfo> objects) {
    Set<ObjectId> there = objects.stream().map(ObjectInfo::id).collect(Collectors.toSet());
    return texts.stream()
        .filter(text -> !there.contains(ObjectId.of(text)))
        .map(text -> "there is no object '%s', whose id is %s".formatted(text, ObjectId.of(text)))
        .toList();
  }
}
