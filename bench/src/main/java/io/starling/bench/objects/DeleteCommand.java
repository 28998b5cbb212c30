package io.starling.bench.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.runtime.StarlingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling objects delete}: for objects that a program has left. */
@Command(
    name = "delete",
    header = "Deletes objects for good, on all stores.",
    description = {"", "Programs that read an object go on reading.", ""},
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:no later get finds them", "1:there is no store", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {"  starling objects delete 2958d416d08aa5a472d7b509036cb7ea"})
final class DeleteCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private StoreOption store;

  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "32 hexadecimal digits, as 'starling objects list' shows them")
  private List<String> ids = new ArrayList<>();

  @Override
  public Integer call() {
    List<ObjectId> objects;
    try {
      objects = ids.stream().map(ObjectId::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
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
