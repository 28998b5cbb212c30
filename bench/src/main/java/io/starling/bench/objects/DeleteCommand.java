package io.starling.bench.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.runtime.StarlingException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling objects delete}: for objects that a program has left. */
@Command(
    name = "delete",
    header = "Deletes objects for good, on all stores.",
    description = {"", "Programs that read an object go on reading.", ""},
    exitCodeList = {
      "0:no later get finds them",
      "1:there is no store, or it has no quorum",
      "2:wrong usage"
    },
    footer = {
      "  starling objects delete 2958d416d08aa5a472d7b509036cb7ea",
      "  starling objects delete --text gradient-17"
    })
final class DeleteCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private StoreOption store;

  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "32 hexadecimal digits, as 'starling objects list' shows them")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "the object whose id a program made of this text; may be repeated")
  private List<String> texts = new ArrayList<>();

  @Override
  public Integer call() {
    Set<ObjectId> objects = new LinkedHashSet<>();
    try {
      ids.stream().map(ObjectId::parse).forEach(objects::add);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    texts.stream().map(ObjectId::of).forEach(objects::add);
    if (objects.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "name the objects: by their ids, or by --text TEXT");
    }
    try (ObjectStore connection = store.connect()) {
      connection.delete(objects);
      return 0;
    } catch (StarlingException e) {
      spec.commandLine().getErr().println("starling: " + e.getMessage());
      return 1;
    }
  }
}
