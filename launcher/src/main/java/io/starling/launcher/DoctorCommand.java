package io.starling.launcher;

import io.starling.launcher.doctor.Examination;
import io.starling.launcher.doctor.Finding;
import io.starling.launcher.doctor.Report;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.output.Terminal;
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
    header = "Looks whether this host and others can run ranks and reach each other.",
    description = {
      "",
      "Checks the JDK, UCX and hwloc, limits, shared memory and the network of this host, and of"
          + " those that are named; there also ssh, the clock, that they have the same Starling,"
          + " and that every host reaches every other. What is to be done stands below what fails.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:nothing failed", "1:something failed", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling doctor",
      "  starling doctor --host node1,node2 --net 10.1.0.0/16",
      "  starling doctor --hostfile hosts --json"
    })
final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private HostOptions hosts;

  @Option(names = "--json", description = "print the findings for machines")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    HostRequest request = hosts.request();
    List<String> others =
        request.hosts().stream().map(HostSlots::name).filter(name -> !ThisHost.is(name)).toList();
    List<Finding> findings = examine(request, others);
    if (json) {
      Report.json(findings, spec.commandLine().getOut());
    } else {
      Report.table(findings, Terminal.OUTPUT.isColoured(), spec.commandLine().getOut());
    }
    return Report.hasFailure(findings) ? ExitStatus.INTERNAL_ERROR : ExitStatus.SUCCESS;
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
