package io.starling.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.testbed.BedProcess.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other libraries, unchanged, on hosts in the order that {@code starling reorder} writes. */
@OnBed
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OtherLibrariesTest {

  private static final int HOSTS = Bed.WIDE_HOSTS;
  private static final String BYTES = Integer.toString(4 << 20);
  private static final String TIMES = "5";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path SOURCES = Path.of("src/test/native").toAbsolutePath();

  private final Bed bed = Bed.wideWithRacks();

  private final Path folder = folder();

  /** Hosts have a {@code /tmp} of their own. */
  private static Path folder() {
    try {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "other-libraries");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The racks alternate: each hop of a ring crosses the slow cable. */
  private static List<String> alternating() {
    return IntStream.range(0, HOSTS)
        .mapToObj(i -> "node" + (1 + i / 2 + i % 2 * HOSTS / 2))
        .toList();
  }

  private static Outcome await(BedProcess process) throws InterruptedException {
    Outcome outcome = process.await(PATIENCE);
    assertThat(outcome.status()).as("%s", outcome).isZero();
    return outcome;
  }

  private Outcome starling(String... arguments) throws InterruptedException {
    try (BedProcess launcher = bed.starling(arguments)) {
      return await(launcher);
    }
  }

  private Path compile(String... command) throws IOException, InterruptedException {
    Path program = folder.resolve("program");
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("-O2", "-o", program.toString()));
    Process compiler = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(compiler.getInputStream().readAllBytes(), UTF_8);
    assertThat(compiler.waitFor()).as("%s: %s", words, said).isZero();
    return program;
  }

  private static double microseconds(Outcome outcome) {
    return outcome.lines().stream()
        .filter(line -> line.endsWith(" us"))
        .mapToDouble(line -> Double.parseDouble(line.replace(" us", "")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(outcome.toString()));
  }

  /** Probes the alternating hosts, and has the order written. */
  private Path reordered(String format) throws InterruptedException {
    Path matrix = folder.resolve("latency.json");
    Path order = folder.resolve(format);
    String hosts = String.join(",", alternating());
    starling("probe", "--host", hosts, "--probes", "1000", "-o", matrix.toString());
    Outcome found =
        starling(
            "reorder",
            "--matrix=" + matrix,
            "--format=" + format,
            "--patience=1",
            "-o=" + order,
            "--for=allreduce=ring,bytes=" + BYTES);
    System.out.print(found.output());
    return order;
  }

  private static void assertFaster(String library, double given, double ordered) {
    String figures =
        "%s: %.0f ms in the given order, %.0f ms reordered, %.2f times as fast"
            .formatted(library, given / 1000, ordered / 1000, given / ordered);
    System.out.println(figures);
    assertThat(given / ordered).as(figures).isGreaterThan(2);
  }

  @Test
  @Timeout(400)
  void the_ring_of_Open_MPI_is_faster() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpicc.openmpi")), "no Open MPI here");
    Path program = compile("mpicc.openmpi", SOURCES.resolve("mpi_ring.c").toString());
    Path given = folder.resolve("given");
    Files.write(given, alternating().stream().map(host -> host + " slots=1").toList());

    double before = openMpi(program, given);
    double after = openMpi(program, reordered("hostfile"));

    assertFaster("Open MPI", before, after);
  }

  private double openMpi(Path program, Path hostfile) throws InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("mpirun.openmpi", "--allow-run-as-root", "--map-by", "seq"));
    command.addAll(List.of("--hostfile", hostfile.toString(), "-n", Integer.toString(HOSTS)));
    command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self"));
    command.addAll(List.of("--mca", "coll_tuned_use_dynamic_rules", "1"));
    command.addAll(List.of("--mca", "coll_tuned_allreduce_algorithm", "4")); // ring
    command.addAll(List.of(program.toString(), BYTES, TIMES));
    try (BedProcess mpirun = bed.start("node1", command)) {
      return microseconds(await(mpirun));
    }
  }

  @Test
  @Timeout(400)
  void the_ring_of_Gloo_is_faster() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/include/gloo/allreduce.h")), "no Gloo here");
    Path program =
        compile(
            "g++",
            "-std=c++17",
            SOURCES.resolve("gloo_ring.cpp").toString(),
            "-lgloo",
            "-lpthread");

    double before = gloo(program, alternating());
    double after = gloo(program, Files.readAllLines(reordered("list")));

    assertFaster("Gloo", before, after);
  }

  /** One process on each host, as the libraries above Gloo start them. */
  private double gloo(Path program, List<String> hosts) throws IOException, InterruptedException {
    Path store = Files.createTempDirectory(folder, "store");
    List<BedProcess> ranks = new ArrayList<>();
    try {
      for (int rank = 0; rank < HOSTS; rank++) {
        String host = hosts.get(rank);
        ranks.add(
            bed.start(
                host,
                List.of(
                    program.toString(),
                    Integer.toString(rank),
                    Integer.toString(HOSTS),
                    store.toString(),
                    host.replace("node", "10.77.0."),
                    BYTES,
                    TIMES)));
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (BedProcess rank : ranks) {
        outcomes.add(await(rank));
      }
      return microseconds(outcomes.getFirst());
    } finally {
      ranks.forEach(BedProcess::close);
    }
  }
}
