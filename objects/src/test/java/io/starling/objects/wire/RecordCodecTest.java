package io.starling.objects.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.ToPrimary.Retracted;
import io.starling.objects.protocol.Transfer;
import io.starling.runtime.StarlingException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RecordCodecTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int ROUNDS = 200;
  private static final int FRAMES = 30_000;

  private final RecordCodec codec = new RecordCodec(Message.class);
  private final GrowingBuffer buffer = new GrowingBuffer(1 << 20);
  private final Random random = new Random(SEED);
  private final RandomRecords records = new RandomRecords(random);

  private sealed interface Odd permits Nested, Bare {}

  private record Nested(List<Odd> inner) implements Odd {}

  private record Bare() implements Odd {}

  private sealed interface Small permits One {}

  private record One(List<Nothing> nothings) implements Small {}

  private record Nothing() {}

  private sealed interface Reals permits Real {}

  private record Real(double value) implements Reals {}

  private byte[] encode(Object message) {
    codec.encode(message, buffer);
    return buffer.take();
  }

  @Test
  void a_message_that_can_not_be_written_leaves_nothing_for_the_next_one()
      throws MalformedFrameException {
    assertThatThrownBy(() -> codec.encode(new Retracted(null, 1), buffer))
        .isInstanceOf(RuntimeException.class);
    Retracted next = new Retracted(new ObjectId(1, 2), 3);
    assertThat(codec.decode(ByteBuffer.wrap(encode(next)))).isEqualTo(next);
  }

  @Test
  void every_record_is_read_as_it_was_written() throws MalformedFrameException {
    for (Class<?> type : codec.records()) {
      if (!Message.class.isAssignableFrom(type)) {
        continue;
      }
      for (int round = 0; round < ROUNDS; round++) {
        Object message = records.of(type);
        Object read = codec.decode(ByteBuffer.wrap(encode(message)));
        assertThat(RandomRecords.text(read))
            .as("seed %d", SEED)
            .isEqualTo(RandomRecords.text(message));
      }
    }
  }

  @Test
  void messages_are_small() {
    assertThat(encode(new Transfer.End(7))).hasSize(10);
    assertThat(encode(new ToPrimary.Locate(ObjectId.of("a"), Lane.ALL, -1))).hasSize(23);
    assertThat(encode(new FromPrimary.Value(ObjectId.of("a"), ObjectType.INT8, new byte[100])))
        .hasSize(2 + 16 + 1 + 4 + 100);
  }

  @Test
  void the_description_names_every_record_with_its_components() {
    assertThat(codec.description())
        .contains(
            "ToPrimary.Locate(id: ObjectId(high: long, low: long), lane: one of [EVEN, ODD, ALL],"
                + " avoid: int)")
        .contains("places: list of FromPrimary.Place(store: int")
        .contains("one of [BYTES, JAVA, INT8");
    assertThat(codec.hash()).isEqualTo(new RecordCodec(Message.class).hash());
    assertThat(codec.hash()).isNotEqualTo(new RecordCodec(Transfer.class).hash());
  }

  @Test
  void a_mutated_frame_is_read_or_refused_with_a_reason() {
    for (int round = 0; round < FRAMES; round++) {
      byte[] bytes = encode(records.of(Message.class));
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      expectReadOrRefused(bytes);
    }
  }

  @Test
  void random_bytes_are_read_or_refused_with_a_reason() {
    for (int round = 0; round < FRAMES; round++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      if (bytes.length > 1 && random.nextBoolean()) {
        bytes[0] = 0;
        bytes[1] = (byte) random.nextInt(codec.records().size());
      }
      expectReadOrRefused(bytes);
    }
  }

  @Test
  void a_truncated_frame_is_refused() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = encode(records.of(Message.class));
      for (int length = 0; length < bytes.length; length++) {
        ByteBuffer part = ByteBuffer.wrap(Arrays.copyOf(bytes, length));
        assertThatThrownBy(() -> codec.decode(part))
            .as("seed %d", SEED)
            .isInstanceOf(MalformedFrameException.class);
      }
    }
  }

  @Test
  void a_reason_says_what_is_wrong() {
    byte[] end = encode(new Transfer.End(7));
    byte[] value = encode(new FromPrimary.Value(ObjectId.of("a"), ObjectType.INT8, new byte[1]));
    expectRefused(Arrays.copyOf(end, 11), "sent 1 bytes after the end of a message");
    expectRefused(Arrays.copyOf(end, 9), "sent a message that ends too early: 1 bytes are missing");
    byte[] unknown = end.clone();
    unknown[0] = 9;
    expectRefused(unknown, "which is no Message");
    byte[] constant = value.clone();
    constant[18] = 77;
    expectRefused(constant, "sent constant 77 of one of [BYTES");
    byte[] length = value.clone();
    length[19] = 0x7f;
    expectRefused(length, "sent a message with a part of length 2130706433, but 1 bytes remain");
    length[19] = (byte) 0x80;
    expectRefused(length, "sent a message with a part of length -2147483647");
  }

  @Test
  void a_length_that_lies_allocates_nothing() {
    byte[] bytes = encode(new FromPrimary.Value(ObjectId.of("a"), ObjectType.INT8, new byte[1]));
    ByteBuffer.wrap(bytes).putInt(19, Integer.MAX_VALUE);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < 100; round++) {
      expectReadOrRefused(bytes);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10 << 20);
  }

  @Test
  void a_hierarchy_that_cannot_be_sent_is_refused_at_once() {
    assertThatThrownBy(() -> new RecordCodec(Odd.class)).hasMessageContaining("contains itself");
    assertThatThrownBy(() -> new RecordCodec(Small.class)).hasMessageContaining("has no bytes");
    assertThatThrownBy(() -> new RecordCodec(Reals.class)).hasMessageContaining("carry a double");
  }

  @Test
  void a_message_above_the_limit_is_refused_by_its_sender() {
    byte[] value = new byte[2 << 20];
    assertThatThrownBy(
            () ->
                codec.encode(
                    new ToPrimary.PutValue(ObjectId.of("a"), ObjectType.INT8, 1, value), buffer))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("more than 1048576 bytes");
    assertThat(encode(new Transfer.End(7))).hasSize(10);
  }

  private void expectReadOrRefused(byte[] bytes) {
    try {
      codec.decode(ByteBuffer.wrap(bytes));
    } catch (MalformedFrameException e) {
      assertThat(e).hasMessageStartingWith("sent ");
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed %d: %s".formatted(SEED, Arrays.toString(bytes)), e);
    }
  }

  private void expectRefused(byte[] bytes, String reason) {
    assertThatThrownBy(() -> codec.decode(ByteBuffer.wrap(bytes)))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(reason);
  }
}
