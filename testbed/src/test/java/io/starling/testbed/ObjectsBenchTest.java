package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code starling bench objects} between hosts; the figures themselves are for people. */
@OnBed
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectsBenchTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Outcome bench(String... words) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("bench", "objects"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("--warm-up=0", "--iterations=3"));
    try (BedProcess launcher = Bed.shared().starling(arguments.toArray(String[]::new))) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      System.out.print(outcome.output());
      return outcome;
    }
  }

  @Test
  void each_host_has_a_store_and_a_rank() throws InterruptedException {
    assertThat(bench("get,allreduce", "--host=node[1-3]", "--sizes=1K,1M").lines())
        .filteredOn(line -> line.contains(" starling ") && line.contains(" 3 "))
        .hasSize(6);
  }

  @Test
  void a_peer_has_its_line_or_is_left_out_with_the_remedy() throws InterruptedException {
    for (String peer : List.of("redis", "nats", "hazelcast", "dask", "openmpi")) {
      Outcome outcome = bench("roundtrip", "--host=node[1-2]", "--sizes=1K", "--with=" + peer);
      assertThat(outcome.output() + outcome.errors())
          .containsAnyOf(" " + peer + " ", "left out: " + peer + ": there is no");
    }
    Outcome gloo = bench("allreduce", "--host=node[1-2]", "--sizes=1M", "--with=gloo");
    assertThat(gloo.output() + gloo.errors()).containsAnyOf(" gloo ", "left out: gloo: there is");
  }

  @Test
  void a_reader_goes_on_when_the_store_that_serves_it_is_killed() throws InterruptedException {
    assertThat(bench("recovery", "--host=node[1-3]", "--sizes=128M", "--memory=512M").lines())
        .anyMatch(line -> line.startsWith("recovery") && line.contains("SIGKILL"));
  }
}
