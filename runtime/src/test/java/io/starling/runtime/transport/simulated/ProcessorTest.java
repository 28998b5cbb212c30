package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProcessorTest {

  private static final long PERIOD = 1000;
  private static final long RUN = 20 * PERIOD;

  private static final class Notes implements ProcessorObserver {
    final List<String> lines = new ArrayList<>();
    long disturbed;

    @Override
    public void worked(Work work, long from, long to) {
      lines.add("%s %d-%d".formatted(work, from, to));
    }

    @Override
    public void disturbed(long from, long to) {
      lines.add("noise %d-%d".formatted(from, to));
      disturbed += to - from;
    }
  }

  /** One interruption. */
  private static Noise away(long begin, long end) {
    return (_, from, work) -> {
      if (from >= begin && from < end) {
        return end + work;
      }
      return from < begin && from + work > begin ? from + work + end - begin : from + work;
    };
  }

  private static Processor processor(Noise noise) {
    return new Processor(new SimulatedFabric(new HockneyNetwork(1, 0, 0), noise, false), 0);
  }

  private static Notes observe(Noise noise, ProcessorObserver.Work kind, long... works) {
    Processor processor = processor(noise);
    Notes notes = new Notes();
    processor.observeBy(notes);
    for (long work : works) {
      processor.work(kind, work);
    }
    return notes;
  }

  @Test
  void noise_within_work_is_told_where_it_was() {
    assertThat(observe(away(100, 130), ProcessorObserver.Work.FOLD, 40, 100, 5).lines)
        .containsExactly("FOLD 0-40", "FOLD 40-170", "noise 100-130", "FOLD 170-175");
  }

  @Test
  void noise_while_there_is_no_work_is_told_too() {
    Processor processor = processor(away(100, 130));
    Notes notes = new Notes();
    processor.observeBy(notes);
    processor.idleUntil(110);
    assertThat(processor.clock()).isEqualTo(130);
    assertThat(notes.lines).containsExactly("noise 110-130");
  }

  @Test
  void all_noise_of_a_long_work_is_found_and_no_more() {
    PeriodicNoise noise = new PeriodicNoise(0.3, PERIOD, 7);
    Notes notes = observe(noise, ProcessorObserver.Work.COMPUTE, RUN);
    long clock = noise.finish(0, 0, RUN);
    assertThat(notes.lines).hasSizeGreaterThan(15);
    assertThat(notes.disturbed).isEqualTo(clock - RUN);
  }

  /** It does not ask at each step, and what it knows must not be out of date. */
  @Test
  void many_short_works_end_when_the_noise_says() {
    PeriodicNoise noise = new PeriodicNoise(0.2, PERIOD, PERIOD, 5);
    Processor processor = processor(noise);
    SplittableRandom random = new SplittableRandom(3);
    long clock = 0;
    for (int step = 0; step < 10_000; step++) {
      long work = random.nextInt(4) == 0 ? 0 : random.nextLong(PERIOD / 10);
      processor.work(ProcessorObserver.Work.COMPUTE, work);
      clock = noise.finish(0, clock, work);
      if (step % 7 == 0) {
        long time = clock + random.nextLong(2 * PERIOD);
        processor.idleUntil(time);
        clock = noise.finish(0, time, 0);
      }
      assertThat(processor.clock()).isEqualTo(clock);
    }
  }

  @Test
  void without_noise_there_is_none() {
    assertThat(observe(Noise.NONE, ProcessorObserver.Work.POST, 3, 0, 4).lines)
        .containsExactly("POST 0-3", "POST 3-7");
  }

  @Test
  void what_has_arrived_comes_before_a_copy_that_may_begin() {
    Processor processor = processor(Noise.NONE);
    processor.copyLater(1);
    processor.come(SimulatedFabric.ENVELOPE, 2);
    assertThat(processor.hasArrivals()).isTrue();
    assertThat(processor.inbox().flight()).isEqualTo(2);
    processor.inbox().remove();
    assertThat(processor.hasArrivals()).isFalse();
    assertThat(processor.hasMail()).isTrue();
    assertThat(processor.inbox().flight()).isEqualTo(1);
  }
}
