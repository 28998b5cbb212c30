package io.starling.launcher.command;

import io.starling.launcher.hosts.HostAccess;
import io.starling.launcher.hosts.HostList;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.hosts.Hostfile;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.LauncherKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say on which hosts a job runs, to be mixed into commands ({@code @Mixin}). */
public final class HostOptions {

  /** Takes the place of {@code ssh} where {@code --ssh} does not. */
  static final String SSH_VARIABLE = "STARLING_SSH";

  private static final double LONGEST = 1e6;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"--host", "-H"},
      paramLabel = "HOST[:SLOTS][,HOST...]",
      description =
          "the hosts, such as node1:4,node2:4 or node[1-8]; a host without slots has one for each"
              + " core; repeatable")
  private List<String> lists = new ArrayList<>();

  @Option(
      names = {"--hostfile", "--machinefile"},
      paramLabel = "FILE",
      description = "a file that lists the hosts, with lines such as 'node1 slots=4'")
  private Path hostfile;

  @Option(
      names = "--launcher",
      paramLabel = "auto|local|ssh|slurm",
      defaultValue = "auto",
      description =
          "what starts the ranks: auto, the default, is slurm in an allocation of Slurm, ssh where"
              + " other hosts are named, else local")
  private String launcher;

  @Option(names = "--oversubscribe", description = "allow more ranks than the hosts have slots")
  private boolean oversubscribe;

  @Option(
      names = "--net",
      paramLabel = "INTERFACE|NETWORK|ADDRESS",
      defaultValue = "",
      description =
          "the network between the hosts, such as eth1 or 10.1.0.0/16; by default the one that"
              + " leads to the other hosts")
  private String net;

  @Option(
      names = "--ssh",
      paramLabel = "COMMAND",
      description =
          "the command that reaches a host, in place of 'ssh -x -T -o BatchMode=yes'; its last"
              + " arguments are the host and a command line; STARLING_SSH does the same")
  private String ssh;

  @Option(
      names = "--java-home",
      paramLabel = "FOLDER",
      description = "the folder of the JDK on other hosts; by default the same as here")
  private String javaHome;

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "how long the hosts may take to answer; 60 by default")
  private double startTimeout;

  @Option(names = "--agents-per-process", hidden = true, defaultValue = "" + HostAccess.WIDTH)
  private int width;

  /** Made by picocli. */
  public HostOptions() {}

  /**
   * What the options ask for.
   *
   * @throws ParameterException if they can't be read; the message names the culprit
   */
  public HostRequest request() {
    try {
      if (!(startTimeout > 0 && startTimeout <= LONGEST)) {
        throw new IllegalArgumentException(
            "--start-timeout must be above 0 and at most 1000000 seconds, not " + startTimeout);
      }
      return new HostRequest(
          LauncherKind.named(launcher),
          hosts(),
          oversubscribe,
          net,
          new HostAccess(ssh(System.getenv()), javaHome(), width),
          Duration.ofMillis(Math.max(1, Math.round(startTimeout * 1000))));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  private List<HostSlots> hosts() {
    List<HostSlots> hosts = new ArrayList<>();
    for (String list : lists) {
      hosts.addAll(HostList.parse(list));
    }
    if (hostfile != null) {
      if (!hosts.isEmpty()) {
        throw new IllegalArgumentException("--host and --hostfile exclude each other");
      }
      hosts.addAll(Hostfile.read(hostfile));
    }
    return hosts;
  }

  private List<String> ssh(Map<String, String> environment) {
    String words = ssh != null ? ssh : environment.getOrDefault(SSH_VARIABLE, "");
    if (ssh == null && words.isBlank()) {
      return HostRequest.SSH;
    }
    if (words.isBlank()) {
      throw new IllegalArgumentException("--ssh needs COMMAND, not an empty text");
    }
    return List.of(words.strip().split("\\s+", -1));
  }

  private String javaHome() {
    return javaHome == null ? System.getProperty("java.home") : javaHome;
  }
}
