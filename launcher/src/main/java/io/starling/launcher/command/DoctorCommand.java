package io.starling.launcher.command;

import io.starling.launcher.doctor.DoctorReport;
import io.starling.launcher.doctor.Examination;
import io.starling.launcher.doctor.Finding;
import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.HostRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code starling doctor}: looks at hosts before a job does. */
@Command(
    name = "doctor",
    header = "Checks whether hosts can run ranks and reach each other.",
    description = {
      "",
      "It checks the JDK, UCX, hwloc, limits, shared memory and network of this host and of the"
          + " hosts that are named. On other hosts it also checks ssh, the clock, the version of"
          + " Starling, and that every host reaches every other. A remedy stands below each"
          + " failure.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:no check failed", "1:a check failed", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling doctor",
      "  starling doctor --host node1,node2 --net 10.1.0.0/16",
      "  starling doctor --hostfile hosts --json -"
    })
public final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HostOptions hosts;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write the findings as JSON; - is the standard output")
  private Path json;

  @Override
  public Integer call() throws InterruptedException {
    HostRequest request = hosts.request();
    List<String> others =
        request.hosts().stream().map(HostSlots::name).filter(name -> !ThisHost.is(name)).toList();
    List<Finding> findings = examine(request, others);
    DoctorReport.table(
        findings,
        StandardOutput.isTextColoured(json),
        StandardOutput.text(spec.commandLine(), json));
    if (json != null) {
      write(findings);
    }
    return DoctorReport.hasFailure(findings) ? ExitStatus.INTERNAL_ERROR : ExitStatus.SUCCESS;
  }

  private void write(List<Finding> findings) {
    try (var out = new PrintWriter(StandardOutput.open(spec.commandLine(), json))) {
      DoctorReport.json(findings, out);
    } catch (IOException e) {
      throw new LaunchException("--json: cannot write %s: %s".formatted(json, e), e);
    }
  }

  private static List<Finding> examine(HostRequest request, List<String> others)
      throws InterruptedException {
    try {
      return new Examination(others, request.net(), request.access(), request.startTimeout()).run();
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }
}
