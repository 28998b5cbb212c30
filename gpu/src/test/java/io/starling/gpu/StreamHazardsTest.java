package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StreamHazardsTest {

  private static final int STREAMS = 5;
  private static final int BYTES = 40;
  private static final int LONGEST = 8;

  private final List<String> waits = new ArrayList<>();
  private final StreamHazards hazards =
      new StreamHazards(
          STREAMS,
          (stream, event) -> {
            waits.add(stream + " for " + event);
            return 0;
          });

  @Test
  void a_stream_keeps_its_own_order_without_waits() {
    hazards.on(1).add(1, "copy", 11, 0, 0, 100, 10);

    assertThat(hazards.order(1, 100, 100, 200, 10)).isZero();

    assertThat(waits).isEmpty();
  }

  @Test
  void a_stream_waits_for_the_youngest_conflict_of_each_other_stream() {
    hazards.on(1).add(1, "copy", 11, 0, 0, 100, 10);
    hazards.on(1).add(2, "copy", 12, 0, 0, 105, 10);
    hazards.on(2).add(3, "copy", 21, 200, 200, 300, 10);
    hazards.on(3).add(4, "copy", 31, 700, 700, 800, 10);

    assertThat(hazards.order(0, 100, 100, 200, 10)).isZero();

    assertThat(waits).containsExactly("0 for 12", "0 for 21");
  }

  @Test
  void what_comes_after_all_waits_for_the_youngest_of_each_other_stream() {
    hazards.on(1).add(1, "copy", 11, 0, 0, 100, 10);
    hazards.on(1).add(2, "copy", 12, 0, 0, 105, 10);
    hazards.on(2).add(3, "copy", 21, 200, 200, 300, 10);

    assertThat(hazards.orderAfterAll(2)).isZero();

    assertThat(waits).containsExactly("2 for 12");
  }

  @Test
  void the_error_of_a_wait_is_returned() {
    StreamHazards failing = new StreamHazards(2, (_, _) -> 700);
    failing.on(0).add(1, "copy", 11, 0, 0, 100, 10);

    assertThat(failing.order(1, 100, 100, 200, 10)).isEqualTo(700);
    assertThat(failing.orderAfterAll(1)).isEqualTo(700);
  }

  @Test
  void folds_follow_what_they_wait_for() {
    hazards.on(4).add(1, "fold", 11, 0, 10, 100, 10);

    assertThat(hazards.choose(3, 2, 3, 100, 200, 100, 10)).isEqualTo(4);
    assertThat(hazards.choose(3, 2, 3, 300, 400, 300, 10)).isEqualTo(3);
  }

  /**
   * A device of bytes, whose streams run at random speeds and heed nothing but their own order and
   * the waits, gives the bytes that the posts would give one after the other.
   */
  @Test
  void any_schedule_gives_what_the_order_of_posts_gives() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("StreamHazardsTest: -Dstarling.seed=" + seed);
    for (int round = 0; round < 300; round++) {
      RandomGenerator random = new SplittableRandom(seed + round);
      assertThat(new Model(random).run(80)).as("round %d", round).isTrue();
    }
  }

  /** One post on a modelled stream: into = left + right + 1; or a wait, if it is for an event. */
  private record Step(long event, int left, int right, int into, int length, boolean isWait) {}

  private static final class Model {

    private final RandomGenerator random;
    private final List<Queue<Step>> streams = new ArrayList<>();
    private final List<Long> ended = new ArrayList<>();
    private final byte[] bytes = new byte[BYTES];
    private final byte[] expected = new byte[BYTES];
    private final StreamHazards hazards =
        new StreamHazards(
            STREAMS,
            (stream, event) -> streams(stream).add(new Step(event, 0, 0, 0, 0, true)) ? 0 : 1);

    Model(RandomGenerator random) {
      this.random = random;
      for (int stream = 0; stream < STREAMS; stream++) {
        streams.add(new ArrayDeque<>());
      }
    }

    private Queue<Step> streams(int stream) {
      return streams.get(stream);
    }

    boolean run(int posts) {
      for (int event = 1; event <= posts; event++) {
        post(event);
        for (int i = random.nextInt(4); i > 0; i--) {
          runOne();
        }
        progress();
      }
      while (streams.stream().anyMatch(stream -> !stream.isEmpty())) {
        runOne();
      }
      return Arrays.equals(bytes, expected);
    }

    private void post(int event) {
      int length = random.nextInt(1, LONGEST);
      int into = random.nextInt(BYTES - length);
      int left = random.nextInt(BYTES - length);
      int right = random.nextInt(BYTES - length);
      Step step = new Step(event, left, right, into, length, false);
      int stream = random.nextInt(STREAMS);
      assertThat(hazards.order(stream, left, right, into, length)).isZero();
      streams(stream).add(step);
      hazards.on(stream).add(event, "step", event, left, right, into, length);
      execute(step, expected);
    }

    private void runOne() {
      Queue<Step> stream = streams(random.nextInt(STREAMS));
      Step step = stream.peek();
      if (step != null && (!step.isWait() || ended.contains(step.event()))) {
        stream.remove();
        if (!step.isWait()) {
          execute(step, bytes);
          ended.add(step.event());
        }
      }
    }

    private void progress() {
      for (int stream = 0; stream < STREAMS; stream++) {
        WorkQueue queue = hazards.on(stream);
        while (!queue.isEmpty() && ended.contains(queue.oldestEvent())) {
          queue.removeOldest();
        }
      }
    }

    private static void execute(Step step, byte[] memory) {
      byte[] result = new byte[step.length()];
      for (int i = 0; i < result.length; i++) {
        result[i] = (byte) (memory[step.left() + i] + 3 * memory[step.right() + i] + step.event());
      }
      System.arraycopy(result, 0, memory, step.into(), result.length);
    }
  }
}
