package io.starling.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Main;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.job.ServiceRequest;
import io.starling.launcher.placing.OrderRequest;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.PlacementPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunCommandTest {

  @TempDir private Path folder;

  private static JobSpecification parse(String... arguments) {
    CommandLine root = Main.commandLine();
    var parsed = root.parseArgs(arguments).subcommand();
    return ((RunCommand) parsed.commandSpec().userObject()).specification();
  }

  private static void assertRefused(String message, String... arguments) {
    CommandLine root = Main.commandLine();
    StringWriter errors = new StringWriter();
    root.setErr(new PrintWriter(errors, true));
    assertThat(root.execute(arguments)).isEqualTo(2);
    assertThat(errors.toString()).startsWith("starling: ").contains(message);
  }

  @Test
  void everythingAfterMainBelongsToTheProgram() {
    JobSpecification job = parse("run", "-n", "4", "my.Main", "-n", "9", "--verify", "@x", "--");
    assertThat(job.ranks()).isEqualTo(4);
    assertThat(job.program().mainClass()).isEqualTo("my.Main");
    assertThat(job.program().arguments()).containsExactly("-n", "9", "--verify", "@x", "--");
  }

  @Test
  void everythingAfterTheJarBelongsToTheProgram() throws IOException {
    Path jar = folder.resolve("app.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "my.Main");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    JobSpecification job =
        parse("run", "-n2", "-cp", "more", "-jar", jar.toString(), "--tag-output", "-n", "1");
    assertThat(job.program())
        .isEqualTo(
            new LaunchedProgram(
                "my.Main", List.of("--tag-output", "-n", "1"), jar.toString() + ":more"));
    assertThat(job.output().tagged()).isFalse();
  }

  @Test
  void optionsAreTakenOver() {
    JobSpecification job =
        parse(
            "run",
            "-np",
            "2",
            "-x",
            "A=b=c",
            "-x",
            "PATH",
            "--jvm-arg",
            "-Xmx1g",
            "--timeout",
            "1.5",
            "--algorithm",
            "broadcast=chain",
            "--check",
            "--ucx-setup",
            "foreign",
            "Main");
    assertThat(job.environment())
        .containsEntry("A", "b=c")
        .containsEntry("PATH", System.getenv("PATH"))
        .containsEntry("STARLING_ALGORITHM", "broadcast=chain")
        .containsEntry("STARLING_CHECK", "1")
        .containsEntry("STARLING_UCX_SETUP", "foreign");
    assertThat(job.jvmArguments()).containsExactly("-Xmx1g");
    assertThat(job.timeout()).contains(Duration.ofMillis(1500));
    assertThat(job.forwardInput()).isTrue();
  }

  @Test
  void storesOfObjectsAreTakenOver() {
    ServiceRequest request = parse("run", "--objects", "1M", "Main").service().orElseThrow();
    assertThat(request.service().name()).isEqualTo("objects");
    assertThat(request.memory()).isEqualTo(1 << 20);
    assertThat(parse("run", "Main").service()).isEmpty();
    assertRefused("--objects must be at least 1M, not '1023K'", "run", "--objects=1023K", "Main");
    assertRefused("--objects: 'much' is not a size", "run", "--objects", "much", "Main");
  }

  @Test
  void placementIsTakenOver() {
    JobSpecification job =
        parse(
            "run",
            "-n4",
            "--map-by",
            "package",
            "--rank-by=node",
            "--bind-to",
            "l3",
            "--topology",
            "core:4 pu:1",
            "--report-bindings",
            "Main");
    PlacementPolicy policy =
        PlacementPolicy.NONE.mapBy(MapBy.PACKAGE).rankBy(MapBy.NODE).bindTo(BindTo.L3);
    assertThat(job.placement())
        .isEqualTo(new PlacementRequest(Optional.of("core:4 pu:1"), policy, Optional.empty()));
    assertThat(job.reportBindings()).isTrue();
    assertThat(parse("run", "-n4", "Main").placement()).isEqualTo(PlacementRequest.DEFAULT);
    assertThat(parse("run", "-n4", "--rankfile", "ranks", "Main").placement().policy())
        .isEqualTo(PlacementPolicy.NONE.rankfile(Path.of("ranks")));
  }

  @Test
  void theOrderOfHostsIsTakenOver() {
    assertThat(parse("run", "-n4", "Main").order()).isEqualTo(OrderRequest.GIVEN);
    assertThat(parse("run", "-n4", "--rank-by=node", "Main").order()).isEqualTo(OrderRequest.GIVEN);
    OrderRequest measured = parse("run", "-n4", "--rank-by", "locality", "Main").order();
    assertThat(measured.byLocality()).isTrue();
    assertThat(measured.matrix()).isEmpty();
    OrderRequest ofFile =
        parse(
                "run",
                "-n4",
                "--rank-by=locality=m.json",
                "--rank-for=allreduce=bcube,radix=3,bytes=1M",
                "Main")
            .order();
    assertThat(ofFile.matrix()).contains(Path.of("m.json"));
    assertThat(ofFile.objective().describe()).isEqualTo("allreduce of 1M by bcube with radix 3");
    assertThat(ofFile.anew()).isFalse();
    assertThat(parse("run", "--rank-by=locality", "--probe-again", "Main").order().anew()).isTrue();
    assertThat(parse("run", "-n4", "--reorder", "every=5s", "Main").environment())
        .containsEntry("STARLING_REORDER", "every=5s");
    assertThat(parse("run", "-n4", "--codec", "fory", "Main").environment())
        .containsEntry("STARLING_CODEC", "fory");
  }

  @Test
  void aWrongOrderOfHostsIsExplained() {
    assertRefused("or locality or locality=FILE for hosts", "run", "-n2", "--rank-by=moon", "Main");
    assertRefused("--rank-for: ", "run", "-n2", "--rank-for=allreduce=star", "Main");
    assertRefused(
        "--rank-for says nothing without --rank-by locality",
        "run",
        "-n2",
        "--rank-for=allreduce=ring",
        "Main");
    assertRefused(
        "--probe-again says nothing without --rank-by locality",
        "run",
        "-n2",
        "--probe-again",
        "Main");
    assertRefused(
        "--rankfile and --rank-by locality exclude each other",
        "run",
        "-n2",
        "--rank-by=locality",
        "--rankfile=ranks",
        "Main");
  }

  @Test
  void aTraceIsTakenOverWhereItCanBeWritten() {
    Path file = folder.resolve("trace.json");
    assertThat(parse("run", "-n2", "--trace", file.toString(), "Main").trace()).contains(file);
    assertThat(parse("run", "-n2", "Main").trace()).isEmpty();
    String nowhere = folder.resolve("no/trace.json").toString();
    assertRefused("--trace " + nowhere + ": there is", "run", "-n2", "--trace", nowhere, "Main");
    assertRefused("it is a folder", "run", "-n2", "--trace", folder.toString(), "Main");
    assertRefused("FILE", "run", "-n2", "--trace");
  }

  @Test
  void badInputIsExplained() {
    assertRefused("1 to 4096 ranks, not 0", "run", "-n", "0", "Main");
    assertRefused("not -3", "run", "-n", "-3", "Main");
    assertRefused("not 100000", "run", "-n", "100000", "Main");
    assertRefused("--ranks must be a whole number, not 'four'", "run", "-n", "four", "Main");
    assertRefused("needs a main class, a source file or -jar FILE", "run", "-n", "2");
    assertRefused("there is no main class 'no.such.Main'", "run", "-n", "2", "no.such.Main");
    assertRefused("-jar app.jar", "run", "-n", "2", "app.jar");
    assertRefused("-jar: there is no file no/such.jar", "run", "-n", "2", "-jar", "no/such.jar");
    assertRefused("-jar needs FILE", "run", "-n", "2", "-jar");
    assertRefused("no such variable", "run", "-n", "2", "-x", "NO_SUCH_VARIABLE", "Main");
    assertRefused(
        "--timeout must be above 0 and at most 1000000000 seconds, not 0.0",
        "run",
        "-n",
        "2",
        "--timeout",
        "0",
        "Main");
    assertRefused("has no option '--no-such-option'", "run", "-n", "2", "--no-such-option", "Main");
    assertRefused("there is no command 'no-such-command'", "no-such-command");
  }

  @Test
  void aJarWithoutMainClassIsExplained() throws IOException {
    Path jar = folder.resolve("library.jar");
    new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
    assertRefused("has no Main-Class", "run", "-n", "2", "-jar", jar.toString());
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    assertRefused("is not a readable jar file", "run", "-n", "2", "-jar", text.toString());
  }

  @Test
  void everyCommandHasHelpWithExamples() {
    for (String command : List.of("run", "classpath")) {
      CommandLine root = Main.commandLine();
      StringWriter output = new StringWriter();
      root.setOut(new PrintWriter(output, true));
      assertThat(root.execute(command, "--help")).isZero();
      assertThat(output.toString()).contains("Example").contains("starling " + command);
    }
  }

  @Test
  void classpathIsTheLaunchersOwn() {
    CommandLine root = Main.commandLine();
    StringWriter output = new StringWriter();
    root.setOut(new PrintWriter(output, true));
    assertThat(root.execute("classpath")).isZero();
    assertThat(output.toString().strip()).isEqualTo(System.getProperty("java.class.path"));
  }
}
