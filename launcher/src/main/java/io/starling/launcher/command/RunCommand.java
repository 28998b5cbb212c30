package io.starling.launcher.command;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.placing.Slots;
import io.starling.launcher.source.CompiledSource;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling run}: a job on this host or on several. */
@Command(
    name = "run",
    header = "Runs a Java program as the ranks of a job, on this host or on several.",
    description = {
      "",
      "MAIN is a class or a source file (.java). A source file is compiled once before the ranks"
          + " start, with the files of its other classes, as 'java' does it. All that follows MAIN"
          + " or -jar FILE belongs to the program.",
      "",
      "Rank 0 reads the standard input. INT, TERM and HUP end the job; a second signal, one second"
          + " later or more, ends the launcher at once. USR1 makes every rank print its threads.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every rank ended with 0",
      "1:a source file does not compile, or a rank ended with 0 while others still needed it",
      "2:wrong usage, or a program that cannot be placed or started",
      "124:the time of --timeout was over",
      "128+N:signal N ended the launcher or the rank that failed first",
      "other:the status of the rank that failed first"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling run -n 4 io.starling.examples.Hello",
      "  starling run -n 4 Sum.java",
      "  starling run -n 4 -cp target/classes --tag-output my.Main --verify input.txt",
      "  starling run -n 2 --jvm-arg -Xmx2g -x OMP_NUM_THREADS=1 -jar app.jar",
      "  starling run -n 8 --map-by package --bind-to numa --report-bindings my.Main",
      "  starling run -n 4 --map-by numa --gpu-map 0,1,1,0 --report-bindings my.Main",
      "  starling run --host node1:4,node2:4 -cp target/classes my.Main",
      "  starling run --hostfile hosts -n 32 --map-by node --net 10.1.0.0/16 -jar app.jar",
      "  starling run --host node[1-4]:8 --on-failure return my.Main",
      "  starling run -n 4 --objects 1G io.starling.examples.ParameterServer",
      "  starling run -n 4 --mpi ompi -cp classes Ring",
      "  starling run --contact file -n 2 my.Server",
      "  starling run --join file -n 3 my.Client"
    },
    customSynopsis = {
      "starling run [-n N] [-cp PATH] [OPTION]... MAIN [ARGUMENT]...",
      "       starling run [-n N] [-cp PATH] [OPTION]... -jar FILE [ARGUMENT]..."
    })
public final class RunCommand implements Callable<Integer> {

  /** What stands over the options of each mixin in the help. */
  public static final Map<String, String> GROUPS = groups();

  private static final double LONGEST_TIMEOUT = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description =
          "how many ranks to start; by default one on each usable core of this host, or on each"
              + " slot of the hosts that are named or allocated")
  private Integer ranks;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "where the program's classes are; Starling adds its own")
  private String classPath = "";

  @Option(
      names = "-x",
      paramLabel = "NAME[=VALUE]",
      description = "set an environment variable of the ranks; repeatable")
  private List<String> variables = new ArrayList<>();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for each rank's JVM; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = "--room",
      paramLabel = "N",
      description =
          "how many more ranks the program may start while it runs, or jobs that join it may have,"
              + " in all; by default 64")
  private Integer room;

  @Mixin private DialectOption dialect;

  @Mixin private OutputOptions output;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "end the job after this time, counted from the main method, with a report of what each"
              + " rank was doing")
  private Double timeout;

  @Option(
      names = "--algorithm",
      paramLabel = "SPEC",
      description = "the algorithms of collectives; 'starling algorithms' lists them")
  private String algorithm;

  @Mixin private SelectionOptions selection;

  @Mixin private OrderOptions order;

  @Option(
      names = "--check",
      description = "check that all ranks call the same collective with matching arguments")
  private boolean check;

  @Option(
      names = "--codec",
      paramLabel = "NAME",
      description =
          "what turns objects into messages: java (the default), fory, which needs starling-fory on"
              + " the class path and takes any class, or the name of your own codec")
  private String codec;

  @Mixin private ThreadOptions threads;

  @Mixin private TransportOption transport;

  @Option(
      names = "--ucx-setup",
      paramLabel = "jucx|foreign",
      description = "the binding that sets UCX up")
  private UcxSetup ucxSetup;

  @Mixin private PlacementOptions placement;

  @Mixin private HostOptions hosts;

  @Mixin private FailureOptions failures;

  @Mixin private ObjectsOption objects;

  @Mixin private JoinOptions joining;

  @Mixin private TraceOption trace;

  @Option(
      names = "--report-bindings",
      description = "show on stderr the cores and the GPU of each rank")
  private boolean reportBindings;

  @Option(names = "--verbose", description = "report on stderr what the launcher does")
  private boolean verbose;

  @Option(
      names = "-jar",
      paramLabel = "FILE",
      parameterConsumer = JarConsumer.class,
      description = "run the main class that the manifest of this jar names")
  private Path jar;

  @Parameters(paramLabel = "MAIN [ARGUMENT]...", arity = "0..*", hidden = true)
  private List<String> program = new ArrayList<>();

  /** The two ways to set UCX up. */
  private enum UcxSetup {
    jucx,
    foreign
  }

  @Override
  public Integer call() throws InterruptedException {
    JobSpecification job = specification();
    return jar == null && CompiledSource.isNamed(job.program().mainClass())
        ? new SourceRun(job, jvmArguments, spec.commandLine()).run()
        : new Job(job).run();
  }

  /** What the command line asks for. */
  JobSpecification specification() {
    var job =
        JobSpecification.builder(ranks(), program())
            .jvmArguments(jvmArguments)
            .environment(environment())
            .output(output.request())
            .forwardInput(true)
            .placement(placement.requestInOrder())
            .reportBindings(reportBindings)
            .trace(trace.file())
            .hosts(hosts.request())
            .order(order.request(placement.byLocality()))
            .failures(failures.policy())
            .service(objects.request())
            .contact(joining.request())
            .verbose(verbose);
    if (timeout != null) {
      job.timeout(duration(timeout));
    }
    return job.build();
  }

  private static Map<String, String> groups() {
    Map<String, String> groups = new LinkedHashMap<>();
    groups.put("hosts", "Hosts");
    groups.put("placement", "Places on the hosts");
    groups.put("order", "Order of hosts");
    groups.put("failures", "Failures");
    groups.put("objects", "Objects");
    groups.put("joining", "Other jobs");
    groups.put("output", "Output");
    groups.put("transport", "Communication");
    groups.put("threads", "Communication");
    groups.put("selection", "Communication");
    return Collections.unmodifiableMap(groups);
  }

  private int ranks() {
    if (ranks == null) {
      return Slots.ALL;
    }
    Slots.requireReasonable(ranks);
    return ranks;
  }

  private LaunchedProgram program() {
    if (jar != null) {
      LaunchedProgram ofJar = LaunchedProgram.ofJar(jar, program);
      String path = ofJar.classPath() + (classPath.isEmpty() ? "" : File.pathSeparator + classPath);
      return new LaunchedProgram(
          ofJar.mainClass(), ofJar.arguments(), dialect.isGiven() ? dialect.before(path) : path);
    }
    if (program.isEmpty()) {
      throw wrong("starling run needs a main class, a source file or -jar FILE");
    }
    return new LaunchedProgram(program.get(0), program.subList(1, program.size()), path());
  }

  private String path() {
    if (dialect.isGiven()) {
      return dialect.before(classPath);
    }
    return classPath.isEmpty() ? System.getProperty("starling.programs", "") : classPath;
  }

  private Duration duration(double seconds) {
    if (!(seconds > 0 && seconds <= LONGEST_TIMEOUT)) {
      throw wrong("--timeout must be above 0 and at most 1000000000 seconds, not " + seconds);
    }
    return Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      String name = equals < 0 ? variable : variable.substring(0, equals);
      String value = equals < 0 ? System.getenv(name) : variable.substring(equals + 1);
      if (name.isEmpty() || value == null) {
        throw wrong(
            "-x %s: the environment has no such variable; write -x NAME=VALUE".formatted(variable));
      }
      environment.put(name, value);
    }
    if (algorithm != null) {
      environment.put("STARLING_ALGORITHM", algorithm);
    }
    if (room != null) {
      environment.put(ProcessNumbers.ROOM, room.toString());
    }
    environment.putAll(selection.environment());
    environment.putAll(order.variables());
    if (check) {
      environment.put("STARLING_CHECK", "1");
    }
    if (codec != null) {
      environment.put("STARLING_CODEC", codec);
    }
    environment.putAll(dialect.variables());
    environment.putAll(threads.variables());
    environment.putAll(transport.variables());
    if (ucxSetup != null) {
      environment.put("STARLING_UCX_SETUP", ucxSetup.name());
    }
    return environment;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Takes the file, and leaves the rest of the command line to the program. */
  static final class JarConsumer implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> rest, ArgSpec option, CommandSpec command) {
      if (rest.isEmpty()) {
        throw new ParameterException(command.commandLine(), "-jar needs FILE");
      }
      RunCommand run = (RunCommand) command.userObject();
      option.setValue(Path.of(rest.pop()));
      while (!rest.isEmpty()) {
        run.program.add(rest.pop());
      }
    }
  }
}
