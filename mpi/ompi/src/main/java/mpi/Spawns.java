package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.Spawn;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.StarlingException;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Starts ranks while the job runs. */
final class Spawns {

  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  /** Tells a spawned rank the number of its program in the call. */
  private static final String PROGRAM = "STARLING_MPI_PROGRAM";

  private Spawns() {}

  /** The number of this rank's program in the call that has started it; otherwise 0. */
  static int programNumber() {
    String number = System.getenv(PROGRAM);
    return number == null ? 0 : Integer.parseInt(number);
  }

  static Intercommunicator spawn(
      Communicator all,
      String[] commands,
      String[][] arguments,
      int[] ranks,
      Info[] info,
      int root,
      int... codes) {
    Arguments.root(root, all.size());
    Spawn[] programs = new Spawn[all.rank() == root ? commands.length : 0];
    for (int i = 0; i < programs.length; i++) {
      programs[i] =
          program(commands[i], arguments == null ? new String[0] : arguments[i], ranks[i], info[i])
              .environment(PROGRAM, Integer.toString(i));
    }
    try {
      Intercommunicator children = all.spawn(root, programs);
      if (codes != null) {
        Arrays.fill(codes, 0, Math.min(codes.length, children.remoteSize()), 0);
      }
      return children;
    } catch (StarlingException | UnsupportedOperationException e) {
      throw new Failure(ErrorClass.SPAWN, e.getMessage(), e);
    }
  }

  private static Spawn program(String command, String[] arguments, int ranks, Info info) {
    if (ranks < 1) {
      throw new Failure(ErrorClass.SPAWN, "%d ranks can't be started".formatted(ranks));
    }
    Spawn spawn =
        new File(command).getName().equals("java")
            ? java(command, arguments, ranks)
            : Spawn.command(ranks, command).with(arguments);
    return info.hints().get("host").map(hosts -> spawn.on(hosts.split(","))).orElse(spawn);
  }

  /** The JVM of this job: another one on the path may be too old for Starling. */
  private static String jvm(String command) {
    return command.contains(File.separator)
        ? command
        : Path.of(System.getProperty("java.home"), "bin", command).toString();
  }

  /** A main class runs as those of the job; options of its own need a command. */
  private static Spawn java(String command, String[] arguments, int ranks) {
    List<String> options = new ArrayList<>();
    String classPath = "";
    int next = 0;
    while (next < arguments.length && arguments[next].startsWith("-")) {
      if (CLASS_PATH.contains(arguments[next]) && next + 1 < arguments.length) {
        next++;
        classPath = arguments[next] + File.pathSeparator;
      } else {
        options.add(arguments[next]);
      }
      next++;
    }
    if (next == arguments.length) {
      throw new Failure(ErrorClass.SPAWN, "the arguments of java have no main class");
    }
    String[] rest = Arrays.copyOfRange(arguments, next + 1, arguments.length);
    if (options.isEmpty() && classPath.isEmpty()) {
      return Spawn.of(ranks, arguments[next]).with(rest);
    }
    return Spawn.command(ranks, jvm(command), "--enable-native-access=ALL-UNNAMED")
        .with("--add-modules=jdk.incubator.vector")
        // As other ranks have: decisions 72 and 74.
        .with("-Djava.lang.foreign.native.threshold.power.copy=0")
        .with("-Djava.lang.foreign.native.threshold.power.fill=0")
        .with("-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000")
        .with(options.toArray(String[]::new))
        .with("-cp", classPath + System.getProperty("java.class.path"), arguments[next])
        .with(rest);
  }
}
