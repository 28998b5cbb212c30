package io.starling.objects.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.store.StoreOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a get costs does not grow with the number of stores: the same bounds hold for all. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LoadTest {

  private static final long MB = 1 << 20;
  private static final int OBJECTS = 16;

  private SimulatedCluster cluster;
  private long messages;

  /** The questions that each directory shard gets. */
  private int[] questions;

  private void start(int stores) {
    cluster =
        new SimulatedCluster(
            stores, LinkFigures.gigabits(10), new StoreOptions(1L << 30), false, 1);
    cluster.time().runUntil(1_000_000_000);
    questions = new int[stores];
    cluster.observe(
        (message, to) -> {
          messages++;
          questions[to] += message instanceof ToPrimary ? 1 : 0;
        });
  }

  private void await(List<Reading> readings) {
    Program.awaitFor(cluster, 10_000_000_000L, () -> readings.stream().allMatch(Reading::isOver));
    cluster.time().runUntil(cluster.time().now() + 10_000_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 128, 1000})
  void a_get_takes_ten_messages(int stores) {
    start(stores);
    broadcast(stores);
    messages = 0;
    Arrays.fill(questions, 0);
    exchange(stores);
  }

  /** All stores get one object. */
  private void broadcast(int stores) {
    ObjectId id = ObjectId.of("object");
    new Program(cluster, 0).put(id, MB, (byte) 0);
    await(IntStream.range(1, stores).mapToObj(i -> new Program(cluster, i).get(id)).toList());
    double perGet = messages / (stores - 1.0);
    double questionsPerGet = Arrays.stream(questions).sum() / (stores - 1.0);
    System.out.printf("%d stores: %.2f messages per get%n", stores, perGet);
    assertThat(perGet).isLessThan(10);
    assertThat(questionsPerGet).as("a question, a completion").isLessThan(2.2);
  }

  /** Each store puts some objects and gets as many. */
  private void exchange(int stores) {
    List<Reading> readings = new ArrayList<>();
    for (int object = 0; object < OBJECTS; object++) {
      for (int slot = 0; slot < stores; slot++) {
        ObjectId id = ObjectId.of("object %d of %d".formatted(object, slot));
        new Program(cluster, slot).put(id, MB / 8, (byte) 0);
        readings.add(new Program(cluster, (slot + 1) % stores).get(id));
      }
    }
    await(readings);
    double each = messages / (double) readings.size();
    int busiest = Arrays.stream(questions).max().orElseThrow();
    double questionsEach = Arrays.stream(questions).sum() / (double) readings.size();
    System.out.printf(
        "%d stores: %.2f messages per put and get, %.2f to the directory, %d to the busiest"
            + " shard%n",
        stores, each, questionsEach, busiest);
    assertThat(each).isLessThan(13.5);
    assertThat(questionsEach).as("two of the put, two of the get").isLessThan(4.2);
    assertThat(busiest).as("some shards have more objects").isLessThan(10 * OBJECTS);
  }
}
