package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.tree.Placed;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.layout.LayoutExchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of one host, one of which is stopped by a signal during a collective in their memory. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StoppedProcessTest {

  private static final int SIZE = 4;
  private static final int OWNER = 0;
  private static final int ROOT = 1;
  private static final int LEADER_OF_OTHERS = 2;

  private static final String ONE_GROUP = "package:1 core:8 pu:2";
  private static final String TWO_GROUPS = "package:2 numa:1 core:2 pu:1";

  @TempDir private Path folder;

  private final List<Process> ranks = new ArrayList<>();
  private final List<BufferedReader> outputs = new ArrayList<>();
  private final List<Writer> inputs = new ArrayList<>();

  /** The shelf lies in the memory of the rank that is stopped. */
  @Test
  void a_broadcast_ends_at_all_others_while_a_leader_is_stopped()
      throws IOException, InterruptedException {
    inJob(
        ShelfProgram.class,
        ONE_GROUP,
        () -> {
          signal("STOP", OWNER);
          endsAt(ROOT, 2, 3);
          signal("CONT", OWNER);
          endsAt(OWNER);
        });
  }

  @Test
  void a_broadcast_ends_at_all_others_while_a_leader_is_stopped_after_the_root_has_put_its_data()
      throws IOException, InterruptedException {
    inJob(
        ShelfProgram.class,
        ONE_GROUP,
        () -> {
          endsAt(ROOT);
          signal("STOP", OWNER);
          endsAt(2, 3);
          signal("CONT", OWNER);
          endsAt(OWNER);
        });
  }

  /** It has begun its broadcast, and the shelf of its group lies in its memory. */
  @Test
  void a_broadcast_ends_at_all_others_while_the_leader_of_another_group_is_stopped_in_it()
      throws IOException, InterruptedException {
    inJob(
        ShelfProgram.class,
        TWO_GROUPS,
        () -> {
          go(LEADER_OF_OTHERS);
          awaitLine(LEADER_OF_OTHERS, "begins");
          signal("STOP", LEADER_OF_OTHERS);
          endsAt(ROOT, OWNER, 3);
          signal("CONT", LEADER_OF_OTHERS);
          awaitLine(LEADER_OF_OTHERS, "done");
        });
  }

  @Test
  void a_broadcast_ends_at_all_others_while_the_root_is_stopped_after_its_part()
      throws IOException, InterruptedException {
    inJob(
        ShelfProgram.class,
        ONE_GROUP,
        () -> {
          endsAt(ROOT);
          signal("STOP", ROOT);
          endsAt(OWNER, 2, 3);
          signal("CONT", ROOT);
        });
  }

  /** Only the root, whose data it needs, waits for it. */
  @Test
  void a_broadcast_in_slices_ends_at_others_while_one_is_stopped_before_it()
      throws IOException, InterruptedException {
    inJob(
        List.of("env", ShelfProgram.ALGORITHM + "=broadcast=slices"),
        ShelfProgram.class,
        ONE_GROUP,
        () -> {
          signal("STOP", 2);
          go(ROOT);
          endsAt(OWNER, 3);
          assertThat(outputs.get(ROOT).readLine()).isEqualTo("begins");
          assertThat(outputs.get(ROOT).ready()).isFalse();
          signal("CONT", 2);
          endsAt(2);
          awaitLine(ROOT, "done");
        });
  }

  @Test
  void a_reduce_ends_at_all_others_while_a_rank_is_stopped_after_its_contribution()
      throws IOException, InterruptedException {
    reduceWhileStopped(2);
  }

  /** The lanes lie in the memory of the rank that is stopped. */
  @Test
  void a_reduce_ends_at_all_others_while_a_leader_is_stopped_after_its_contribution()
      throws IOException, InterruptedException {
    reduceWhileStopped(OWNER);
  }

  private void reduceWhileStopped(int stopped) throws IOException, InterruptedException {
    int[] others = IntStream.range(0, SIZE).filter(rank -> rank != stopped).toArray();
    inJob(
        ShelfReduceProgram.class,
        ONE_GROUP,
        () -> {
          endsAt(stopped);
          signal("STOP", stopped);
          endsAt(others);
          signal("CONT", stopped);
        });
  }

  private interface Part {
    void run() throws IOException, InterruptedException;
  }

  private void inJob(Class<?> program, String machine, Part part)
      throws IOException, InterruptedException {
    inJob(List.of("env", ShelfProgram.ALGORITHM + "=broadcast=shelf"), program, machine, part);
  }

  private void inJob(List<String> wrapper, Class<?> program, String machine, Part part)
      throws IOException, InterruptedException {
    try (StoreServer store = StoreServer.open(SIZE)) {
      Placed placed = Placed.on(machine, SIZE, Placed.Mapping.BY_SLOT);
      LayoutExchange.publish(placed.survey(), node -> "here", store::put);
      Path file = folder.resolve("job");
      store.jobFile().write(file);
      for (int rank = 0; rank < SIZE; rank++) {
        var environment = new RankEnvironment(rank, SIZE, rank, SIZE, true, file);
        Process process = RankProcess.start(wrapper, environment, "shared", program);
        ranks.add(process);
        outputs.add(process.inputReader());
        inputs.add(process.outputWriter());
      }
      for (int rank = 0; rank < SIZE; rank++) {
        awaitLine(rank, "ready");
      }
      part.run();
      for (int rank = 0; rank < SIZE; rank++) {
        go(rank);
      }
      for (Process rank : ranks) {
        assertThat(rank.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rank.exitValue()).isZero();
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
    }
  }

  private void signal(String name, int rank) throws IOException, InterruptedException {
    // A shell has its own kill; a small machine may have no other.
    String kill = "kill -%s %d".formatted(name, ranks.get(rank).pid());
    assertThat(new ProcessBuilder("sh", "-c", kill).start().waitFor()).isZero();
  }

  private void go(int rank) throws IOException {
    inputs.get(rank).write('\n');
    inputs.get(rank).flush();
  }

  /** Lets ranks begin the collective; all of them end it. */
  private void endsAt(int... some) throws IOException {
    for (int rank : some) {
      go(rank);
    }
    for (int rank : some) {
      awaitLine(rank, "done");
    }
  }

  private void awaitLine(int rank, String wanted) throws IOException {
    StringBuilder before = new StringBuilder();
    String line;
    do {
      line = outputs.get(rank).readLine();
      before.append(line).append('\n');
    } while (line != null && !line.equals(wanted));
    assertThat(line).as("rank %d: %s", rank, before).isEqualTo(wanted);
  }
}
