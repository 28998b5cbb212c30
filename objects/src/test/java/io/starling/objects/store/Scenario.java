package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.Lane;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import io.starling.runtime.StarlingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Small programs on three stores, for a search through all their runs. */
enum Scenario {
  BROADCAST(
      play -> {
        play.put(0, 0);
        play.get(1, 0);
        play.get(2, 0);
      }),

  GETS_BEFORE_THE_PUT(
      play -> {
        play.get(1, 0);
        play.get(2, 0);
        play.put(0, 0);
        play.get(0, 0);
      }),

  TWO_PUTS(
      play -> {
        play.put(0, 0);
        play.put(1, 0);
        play.get(2, 0);
      }),

  A_PUT_IS_GIVEN_UP(
      play -> {
        play.half(0, 0).abort();
        play.get(1, 0);
        play.get(2, 0);
        play.put(1, 0);
      }),

  DELETE(
      play -> {
        play.put(0, 0);
        play.get(1, 0);
        play.delete(2, 0);
        play.get(2, 0);
      }),

  SMALL(
      play -> {
        play.putSmall(0, 0);
        play.get(1, 0);
        play.putSmall(2, 0);
        play.get(2, 0);
      }),

  REDUCE(
      play -> {
        IntStream.range(0, 3).forEach(i -> play.put(i, i));
        play.reduce(0, 3);
        play.get(1, Play.TARGET);
      }),

  REDUCE_OF_THE_FIRST(
      play -> {
        play.reduce(1, 2);
        play.get(2, Play.TARGET);
        IntStream.range(0, 3).forEach(i -> play.put(i, i));
      }),

  REDUCE_WHOSE_SOURCES_ARE_DELETED(
      play -> {
        IntStream.range(0, 2).forEach(i -> play.put(i, i));
        play.reduce(1, 2);
        play.get(2, Play.TARGET);
        IntStream.range(0, 3).forEach(i -> play.delete(i, i));
      }),

  REDUCE_WHOSE_TARGET_IS_DELETED(
      play -> {
        IntStream.range(0, 3).forEach(i -> play.put(i, i));
        play.reduce(1, 3);
        play.get(2, Play.TARGET);
        play.delete(0, Play.TARGET);
      });

  private final Consumer<Play> script;

  Scenario(Consumer<Play> script) {
    this.script = script;
  }

  Play begin(SimulatedCluster cluster) {
    Play play = new Play(cluster);
    script.accept(play);
    return play;
  }

  /** What programs do in a run, and what has to come of it. */
  static final class Play {

    /** The object that the reduce makes. */
    static final int TARGET = 3;

    /** Longs of an object of two stripes. */
    private static final int LARGE = 8_200;

    private static final int SMALL = 100;
    private static final long MILLISECOND = 1_000_000;

    private record At<T>(int slot, int object, T call, BooleanSupplier over) {}

    private final SimulatedCluster cluster;
    private final List<At<Reading>> readings = new ArrayList<>();
    private final List<At<Writing>> writings = new ArrayList<>();
    private final List<At<Reducing>> reduces = new ArrayList<>();
    private final List<Integer> deleted = new ArrayList<>();
    private final Set<Integer> objects = new TreeSet<>();
    private int longs = LARGE;
    private int count;

    private Play(SimulatedCluster cluster) {
      this.cluster = cluster;
    }

    private static ObjectId id(int object) {
      return ObjectId.of("object " + object);
    }

    private Program on(int slot) {
      return new Program(cluster, slot);
    }

    /** Digits of a sum say whose objects it has. */
    private static long value(int object) {
      return 1L << (2 * object);
    }

    private void put(int slot, int object) {
      objects.add(object);
      Writing writing = on(slot).putLongs(id(object), longs, value(object));
      writings.add(new At<>(slot, object, writing, writing::isOver));
    }

    private void putSmall(int slot, int object) {
      longs = SMALL;
      put(slot, object);
    }

    private Writing half(int slot, int object) {
      Writing writing = on(slot).createLongs(id(object), longs, value(object));
      writing.write(longs * (long) Long.BYTES / 2);
      return writing;
    }

    private void get(int slot, int object) {
      Reading reading = on(slot).get(id(object));
      readings.add(new At<>(slot, object, reading, reading::isOver));
    }

    private void delete(int slot, int object) {
      deleted.add(object);
      on(slot).delete(id(object));
    }

    private void reduce(int slot, int needed) {
      count = needed;
      List<ObjectId> sources = IntStream.range(0, 3).mapToObj(Play::id).toList();
      Reducing reducing = on(slot).reduce(id(TARGET), sources, needed, "sum");
      reduces.add(new At<>(slot, TARGET, reducing, reducing::isOver));
    }

    /** Whether the programs of living stores have what they wanted. */
    boolean isOver() {
      return cluster.isSettled() && waiting().isEmpty();
    }

    private List<At<?>> waiting() {
      return Stream.of(readings, writings, reduces)
          .<At<?>>flatMap(List::stream)
          .filter(at -> cluster.isAlive(at.slot()) && !at.over().getAsBoolean())
          .toList();
    }

    /** A program that lives does again what died with another; then everything ends rightly. */
    void end(int deaths) {
      int most = Math.max(1, deaths);
      pass(20);
      int last = cluster.alive().getLast();
      objects.stream()
          .filter(object -> !deleted.contains(object))
          .forEach(object -> put(last, object));
      List.copyOf(deleted).forEach(object -> delete(last, object));
      if (!reduces.isEmpty()) {
        reduce(last, count);
      }
      pass(60);
      assertThat(waiting()).as(() -> state()).isEmpty();
      assertThat(cluster.isSettled()).isTrue();
      List<At<Reading>> living =
          readings.stream().filter(at -> cluster.isAlive(at.slot())).toList();
      living.forEach(reading -> check(reading, most));
      living.forEach(at -> at.call().close());
      pass(20);
    }

    /** For people who look for what went wrong. */
    private String state() {
      StringBuilder text = new StringBuilder();
      for (int slot : cluster.alive()) {
        Store store = cluster.store(slot);
        text.append(
            "%nstore %d, view %d: asks %s".formatted(slot, store.view().number(), store.pending()));
        for (Copy copy : store.copies()) {
          text.append(
              "%n  %s %d of %d bytes, complete %b, original %b, stamps %d %d, sources %d %d"
                  .formatted(
                      copy.id(),
                      copy.watermark(),
                      copy.size(),
                      copy.isComplete(),
                      copy.isOriginal(),
                      copy.stamp(Lane.EVEN),
                      copy.stamp(Lane.ODD),
                      copy.source(Lane.EVEN),
                      copy.source(Lane.ODD)));
        }
      }
      for (int object = 0; object <= TARGET; object++) {
        Program.Asking asking = on(cluster.alive().getFirst()).describe(id(object));
        pass(1);
        text.append("%nobject %d: %s".formatted(object, asking));
      }
      return text.toString();
    }

    private void check(At<Reading> reading, int most) {
      StarlingException failure = reading.call().failure();
      if (failure instanceof ObjectDeletedException) {
        assertThat(deleted).contains(reading.object());
      } else if (failure instanceof ReduceFailedException) {
        assertThat(deleted).isNotEmpty();
        assertThat(reading.object()).isEqualTo(TARGET);
      } else if (reading.object() == TARGET) {
        // Two deaths may lose what was decided; then the sum is another one.
        Set<Long> sums = new TreeSet<>();
        reduces.stream().filter(at -> at.call().isOver()).map(Play::sum).forEach(sums::add);
        assertThat(sums).contains(reading.call().firstLong()).hasSizeLessThanOrEqualTo(most);
        reading.call().checkLongs(reading.call().firstLong());
      } else {
        reading.call().checkLongs(value(reading.object()));
      }
    }

    private static long sum(At<Reducing> reduce) {
      return reduce.call().answer().members().stream()
          .mapToLong(id -> value(IntStream.range(0, 3).filter(i -> id(i).equals(id)).sum()))
          .sum();
    }

    private void pass(long milliseconds) {
      cluster.time().runUntil(cluster.time().now() + milliseconds * MILLISECOND);
    }
  }
}
