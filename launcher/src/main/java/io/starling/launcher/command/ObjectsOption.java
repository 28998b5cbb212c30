package io.starling.launcher.command;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.ServiceRequest;
import io.starling.runtime.memory.ByteSize;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that gives a job stores of objects, to be mixed into commands. */
final class ObjectsOption {

  private static final long LEAST = 1 << 20;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--objects",
      paramLabel = "SIZE",
      description =
          "start a store of objects beside the ranks of each host, which may use so much memory"
              + " there, such as 8G; at least 1M")
  private String size;

  /**
   * What the option asks for, if it is given.
   *
   * @throws ParameterException if the size can't be read, or is too small
   * @throws LaunchException if there are no stores on the class path
   */
  Optional<ServiceRequest> request() {
    if (size == null) {
      return Optional.empty();
    }
    ServiceRequest request =
        ServiceRequest.objects(memory())
            .orElseThrow(
                () ->
                    new LaunchException(
                        "--objects: the launcher's class path has no store of objects; add the jar"
                            + " of starling-objects"));
    return Optional.of(request);
  }

  private long memory() {
    long memory;
    try {
      memory = ByteSize.parse(size);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--objects: " + e.getMessage(), e);
    }
    if (memory < LEAST) {
      throw new ParameterException(
          command.commandLine(),
          "--objects must be at least %s, not '%s'".formatted(ByteSize.format(LEAST), size));
    }
    return memory;
  }
}
