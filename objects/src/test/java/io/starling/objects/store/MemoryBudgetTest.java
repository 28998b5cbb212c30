package io.starling.objects.store;

import static io.starling.objects.simulated.Program.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.StoreFullException;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A store has little memory: spare copies go, and puts wait or fail. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MemoryBudgetTest {

  private static final int MB = 1 << 20;
  private static final byte SEED = 3;

  private final ObjectId id = ObjectId.of("object");

  private static SimulatedCluster cluster(int stores, long memory) {
    return new SimulatedCluster(
        stores,
        LinkFigures.gigabits(10),
        new StoreOptions(memory, Duration.ofMillis(200)),
        true,
        1);
  }

  @Test
  void copies_that_are_not_used_make_room() {
    SimulatedCluster small = cluster(2, 8 * MB);
    Program writer = new Program(small, 0);
    Program reader = new Program(small, 1);
    for (int i = 0; i < 20; i++) {
      ObjectId object = ObjectId.of("object " + i);
      writer.put(object, 3 * MB, (byte) i);
      Reading reading = reader.get(object);
      await(small, reading::isOver);
      reading.check((byte) i);
      reading.close();
      assertThat(small.store(1).memoryUsed()).isBetween(3L * MB, 8L * MB);
      await(small, writer.delete(object)::isOver);
    }
  }

  @Test
  void spare_copies_are_evicted_before_a_get_fails() {
    SimulatedCluster small = cluster(3, 8 * MB);
    for (int i = 0; i < 4; i++) {
      new Program(small, i % 2).put(ObjectId.of("object " + i), 3 * MB, (byte) i);
    }
    Program reader = new Program(small, 2);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 4; i++) {
        Reading reading = reader.get(ObjectId.of("object " + i));
        await(small, reading::isOver);
        reading.check((byte) i);
        reading.close();
      }
    }
  }

  @Test
  void a_full_store_says_who_holds_its_memory() {
    SimulatedCluster small = cluster(2, 8 * MB);
    Program program = new Program(small, 0);
    program.put(id, 5 * MB, SEED);
    Writing tooMuch = program.create(ObjectId.of("second"), 5 * MB, SEED);
    Writing tooLarge = program.create(ObjectId.of("third"), 9 * MB, SEED);
    await(small, () -> tooMuch.isOver() && tooLarge.isOver());
    assertThat(tooMuch.failure())
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("1 originals hold 5242880 bytes")
        .hasMessageContaining(id.toString());
    assertThat(tooLarge.failure()).hasMessageContaining("never fits");
    Reading reading = new Program(small, 1).get(id);
    await(small, reading::isOver);
    reading.check(SEED);
  }

  @Test
  void a_put_waits_for_memory_that_becomes_free() {
    SimulatedCluster small = cluster(2, 8 * MB);
    Program program = new Program(small, 0);
    program.put(id, 5 * MB, SEED);
    Writing waiting = program.put(ObjectId.of("second"), 5 * MB, SEED);
    small.time().runUntil(50_000_000);
    assertThat(waiting.isOver()).isFalse();
    program.delete(id);
    await(small, waiting::isOver);
    assertThat(waiting.created()).isTrue();
  }
}
