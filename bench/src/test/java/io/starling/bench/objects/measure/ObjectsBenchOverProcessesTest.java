package io.starling.bench.objects.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.job.ServiceRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ranks and a store of this host. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectsBenchOverProcessesTest {

  private static final long MEMORY = 32 << 20;

  @TempDir private Path folder;

  private static String errors(String benchmarks, String... more) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(benchmarks, "--memory=" + MEMORY));
    arguments.addAll(List.of("--time=1", "--warm-up=0", "--iterations=3"));
    arguments.addAll(List.of(more));
    LaunchedProgram program = LaunchedProgram.ofClass(ObjectsBenchRank.class, arguments);
    var job =
        JobSpecification.builder(2, program)
            .service(ServiceRequest.objects(MEMORY))
            .archiveClasses(false)
            .build();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, new ByteArrayOutputStream(), errors).run();
    String text = errors.toString(StandardCharsets.UTF_8);
    assertThat(status).as(text).isZero();
    return text;
  }

  @Test
  void every_benchmark_of_two_ranks_has_its_figures() throws IOException, InterruptedException {
    Path file = folder.resolve("figures.json");
    errors(
        "put,get,write,read,roundtrip,broadcast,gather,reduce,allreduce,embedded",
        "--sizes=1K,256K",
        "--json=" + file);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines)
        .hasSize(28)
        .allMatch(line -> line.contains("\"library\":\"starling\""))
        .allMatch(line -> line.contains("\"iterations\":3"));
    assertThat(lines).filteredOn(line -> line.contains("\"way\":\"spins\"")).hasSize(2);
  }

  @Test
  @Tag("slow")
  void hazelcast_has_figures_where_its_jar_is() throws IOException, InterruptedException {
    assumeTrue(PeerKind.HAZELCAST.isInstalled(), PeerKind.HAZELCAST::remedy);
    Path file = folder.resolve("figures.json");
    errors("put,get,write,roundtrip", "--sizes=1K,1M", "--with=hazelcast", "--json=" + file);
    assertThat(Files.readAllLines(file))
        .filteredOn(line -> line.contains("\"library\":\"hazelcast\""))
        .hasSize(6)
        .allMatch(line -> line.contains("\"iterations\":3"));
  }

  @Test
  void what_does_not_fit_into_the_memory_is_left_out_with_a_word() throws InterruptedException {
    assertThat(errors("roundtrip", "--sizes=4,64M"))
        .contains("left out: roundtrip of 64 MiB needs 128 MiB at a store");
  }
}
