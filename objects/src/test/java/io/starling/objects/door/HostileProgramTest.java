package io.starling.objects.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.wire.RandomRecords;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that say what no program should; another one beside them goes on. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostileProgramTest extends BesideGuardedStore {

  private static final int LARGE = GuardedStore.MEMORY / 4;

  @Test
  void random_bytes_after_the_handshake_end_the_connection() throws IOException {
    Random random = GuardedStore.random();
    for (int i = 0; i < 100; i++) {
      try (RawProgram program = RawProgram.known(file)) {
        program.trySend(bytes(random, 1 + random.nextInt(1000)));
      }
    }
    store.awaitNote("a program sent a frame of");
  }

  @Test
  void damaged_frames_end_the_connection_or_are_answered() throws IOException {
    Random random = GuardedStore.random();
    RandomRecords records = new RandomRecords(random);
    for (int i = 0; i < 300; i++) {
      try (RawProgram program = RawProgram.known(file)) {
        byte[] frame = program.encode((ToStore) records.of(ToStore.class));
        frame[DoorFrames.HEADER + random.nextInt(frame.length - DoorFrames.HEADER)] ^=
            (byte) (1 << random.nextInt(8));
        program.trySend(ByteBuffer.wrap(frame));
      }
    }
    store.awaitNote("its connection was closed");
  }

  /** Calls, ids and sizes that meet, in any order. */
  @Test
  void calls_in_any_order_harm_no_other_program() throws IOException {
    Random random = GuardedStore.random();
    for (int i = 0; i < 30; i++) {
      try (RawProgram program = RawProgram.known(file)) {
        for (int j = 0; j < 50; j++) {
          program.trySend(ByteBuffer.wrap(program.encode(anything(random, j))));
        }
      }
    }
    store.await(() -> neighbour.report(false).getFirst().clients() == 1);
    // What a program has created, filled and sealed by chance is an object as any other.
    for (int i = 0; i < 50; i++) {
      neighbour.delete(ObjectId.of("object " + i));
    }
  }

  private static ToStore anything(Random random, int step) {
    long call = random.nextInt(4);
    // Ids of a step meet; a deleted one does not spoil the others.
    ObjectId id = ObjectId.of("object " + (step / 10 * 3 + random.nextInt(3)));
    ObjectType type = ObjectType.values()[random.nextInt(ObjectType.values().length)];
    long[] sizes = {0, -1, 1, 70_001, LARGE, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 4096};
    long size = sizes[random.nextInt(sizes.length)];
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> new ToStore.Create(call, id, type, size);
      case 3, 4 -> new ToStore.Written(call, size);
      case 5 -> new ToStore.Seal(call);
      case 6, 7 -> new ToStore.Get(call, id, random.nextBoolean());
      case 8 -> new ToStore.Watch(call, List.of(id, id));
      case 9 ->
          new ToStore.Reduce(
              call, id, List.of(id, ObjectId.of("object " + step)), random.nextInt(4), "sum");
      case 10 -> new ToStore.PutValue(call, id, type, new byte[random.nextInt(3)]);
      default -> new ToStore.Close(call);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 30) + 1})
  void a_frame_of_an_impossible_length_ends_the_connection(int length) throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      program.sendBytes(ByteBuffer.allocate(DoorFrames.HEADER).putInt(length).flip());
      program.awaitEnd();
    }
    store.awaitNote("a program sent a frame of %d bytes".formatted(length));
  }

  /** Else a few of them take all the memory that the store's process has. */
  @Test
  void a_frame_takes_memory_as_its_bytes_come_and_not_before() throws IOException {
    List<RawProgram> programs = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      RawProgram program = RawProgram.known(file);
      programs.add(program);
      program.sendBytes(ByteBuffer.allocate(1000).putInt(1 << 30).rewind());
    }
    // It is heard after them.
    assertThat(neighbour.put(id, Buffer.of(new byte[10]))).isTrue();
    programs.forEach(RawProgram::close);
  }

  @Test
  void a_frame_that_never_ends_is_forgotten_with_its_program() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      byte[] frame = program.encode(new ToStore.Get(1, id, false));
      program.sendBytes(ByteBuffer.wrap(frame, 0, frame.length - 1));
    }
    store.await(() -> neighbour.report(false).getFirst().clients() == 1);
  }

  @Test
  void a_message_of_a_call_that_there_is_not_changes_nothing() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      program.send(
          new ToStore.Written(7, 100),
          new ToStore.Seal(7),
          new ToStore.Close(7),
          new ToStore.PutValue(8, id, ObjectType.INT8, new byte[1]));
      assertThat(program.receive()).isEqualTo(new ToClient.Done(8, true));
    }
  }

  @Test
  void a_program_that_has_written_too_much_loses_its_put() throws IOException {
    for (long bytes : new long[] {LARGE + 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      try (RawProgram program = RawProgram.known(file)) {
        program.send(new ToStore.Create(1, id, ObjectType.INT8, LARGE));
        assertThat(program.receive()).isInstanceOf(ToClient.Writable.class);
        program.send(new ToStore.Written(1, bytes), new ToStore.Seal(1));
        assertThat(program.receive(ToClient.Failed.class).text()).contains("bytes");
        store.awaitUsed(0);
      }
    }
  }

  @Test
  void a_program_that_seals_too_early_or_twice_harms_only_itself() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      program.send(new ToStore.Create(1, id, ObjectType.INT8, LARGE), new ToStore.Seal(1));
      assertThat(program.receive(ToClient.Failed.class).text()).contains("can't be sealed");
      program.send(
          new ToStore.Create(2, id, ObjectType.INT8, LARGE),
          new ToStore.Written(2, LARGE),
          new ToStore.Seal(2),
          new ToStore.Seal(2));
      assertThat(program.receive(ToClient.Done.class).created()).isTrue();
    }
    neighbour.delete(id);
  }

  @Test
  void a_program_that_writes_before_it_has_memory_is_refused() throws IOException {
    ObjectId full = ObjectId.of("full");
    neighbour.put(full, Buffer.of(new byte[4 * LARGE]));
    try (RawProgram program = RawProgram.known(file)) {
      program.send(
          new ToStore.Create(1, id, ObjectType.INT8, LARGE),
          new ToStore.Written(1, 10),
          new ToStore.Seal(1));
      assertThat(program.receive(ToClient.Failed.class).kind()).isEqualTo(ToClient.Failure.WRONG);
    }
    neighbour.delete(full);
  }

  @Test
  void sizes_that_no_memory_has_are_refused() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      for (long size : new long[] {0, -1, Long.MIN_VALUE, 1L << 62, Long.MAX_VALUE}) {
        program.send(new ToStore.Create(1, id, ObjectType.INT8, size));
        assertThat(program.receive()).as("%d", size).isInstanceOf(ToClient.Failed.class);
      }
    }
  }

  /** The first one would have no number any more, by which it ends. */
  @Test
  void two_calls_of_one_number_leave_no_memory_behind() throws IOException {
    neighbour.put(ObjectId.of("read"), Buffer.of(new byte[LARGE]));
    try (RawProgram program = RawProgram.known(file)) {
      program.send(
          new ToStore.Get(1, ObjectId.of("read"), false),
          new ToStore.Create(1, id, ObjectType.INT8, LARGE),
          new ToStore.Create(2, ObjectId.of("second"), ObjectType.INT8, LARGE),
          new ToStore.Create(2, ObjectId.of("third"), ObjectType.INT8, LARGE));
      assertThat(program.receive(ToClient.Failed.class).text()).contains("call");
    }
    neighbour.delete(ObjectId.of("read"));
  }

  @Test
  void a_reduce_of_an_object_to_itself_or_by_no_operator_fails_by_name() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      program.send(new ToStore.PutValue(1, id, ObjectType.INT32, new byte[4]));
      assertThat(program.receive()).isInstanceOf(ToClient.Done.class);
      program.send(new ToStore.Reduce(2, id, List.of(id), 1, "sum"));
      assertThat(program.receive(ToClient.Failed.class).text()).contains("itself");
      ObjectId target = ObjectId.of("target");
      program.send(new ToStore.Reduce(3, target, List.of(id), 1, "nonsense"));
      assertThat(program.receive(ToClient.Failed.class).text()).contains("nonsense");
      for (int count : new int[] {0, 2, -1}) {
        program.send(new ToStore.Reduce(3, target, List.of(id), count, "sum"));
        assertThat(program.receive(ToClient.Failed.class).text()).contains("1 to all");
      }
    }
  }

  @Test
  void an_object_that_ends_in_half_an_element_is_refused() throws IOException {
    try (RawProgram program = RawProgram.known(file)) {
      program.send(
          new ToStore.PutValue(1, id, ObjectType.INT64, new byte[7]),
          new ToStore.Create(2, id, ObjectType.INT64, 100_001));
      for (int call = 1; call <= 2; call++) {
        assertThat(program.receive(ToClient.Failed.class).text()).contains("no whole elements");
      }
    }
  }
}
