package io.starling.fory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Codec;
import io.starling.collectives.CodecException;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.settings.CodecSettings;
import io.starling.runtime.Request;
import io.starling.runtime.ThreadLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForyCodecTest {

  /** Not serialisable by Java. */
  public record Point(int x, double y, String name) {}

  /** With arrays of several types. */
  public record Field(double[] values, int[] counts, boolean[] mask, List<Point> points) {}

  /** It is not registered with Fory. */
  public static final class Unknown {}

  private static Field field(int length) {
    double[] values = new double[length];
    int[] counts = new int[length];
    boolean[] mask = new boolean[length];
    for (int i = 0; i < length; i++) {
      values[i] = i / 3.0;
      counts[i] = -i;
      mask[i] = i % 5 == 0;
    }
    return new Field(values, counts, mask, List.of(new Point(1, 2, "three")));
  }

  private static void exchange(Communicator world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (Object value :
        Arrays.asList(
            null,
            "text",
            new Point(1, 2.5, "ü"),
            List.of(1, "two", new Point(3, 4, null)),
            Map.of("a", List.of(1, 2)),
            new ArrayList<>(List.of(new Point(1, 1, "x"))))) {
      Request send = world.iSendObject(value, next, 1);
      assertThat(world.<Object>receiveObject(previous, 1)).isEqualTo(value);
      send.await();
    }
    for (int length : new int[] {0, 1, 600, 5000, 300_000}) {
      Field sent = field(length);
      Request send = world.iSendObject(sent, next, 2);
      Field received = world.receiveObject(previous, 2);
      assertThat(received.values()).isEqualTo(sent.values());
      assertThat(received.counts()).isEqualTo(sent.counts());
      assertThat(received.mask()).isEqualTo(sent.mask());
      assertThat(received.points()).isEqualTo(sent.points());
      send.await();
    }
  }

  private static void collectives(Communicator world) {
    Field all = world.broadcastObject(world.rank() == 1 ? field(4000) : null, 1);
    assertThat(all.counts()).isEqualTo(field(4000).counts());
    assertThat(world.allgatherObjects(new Point(world.rank(), 0, null)))
        .extracting(Point::x)
        .containsExactly(0, 1, 2);
    assertThat(world.<String>allreduceObjects("" + world.rank(), String::concat)).isEqualTo("012");
  }

  @Test
  void objects_arrive_with_their_arrays() {
    Starling.local(
        3,
        world -> {
          world.useCodec(ForyCodec.of(Point.class, Field.class));
          exchange(world);
          collectives(world);
        });
  }

  @Test
  void it_is_a_service_that_a_job_chooses_by_its_name() {
    Codec codec = CodecSettings.from(Map.of("STARLING_CODEC", "fory"));
    assertThat(codec).isInstanceOf(ForyCodec.class);
    assertThat(CodecSettings.from(Map.of())).isSameAs(Codec.java());
    assertThatThrownBy(() -> CodecSettings.from(Map.of("STARLING_CODEC", "kryo")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--codec kryo (STARLING_CODEC)")
        .hasMessageContaining("java, fory");
    Starling.local(
        1,
        world -> {
          world.useCodec(codec);
          Request send = world.iSendObject(new Unknown(), 0, 0);
          assertThat(world.<Object>receiveObject(0, 0)).isInstanceOf(Unknown.class);
          send.await();
        });
  }

  @Test
  void any_class_may_be_allowed() {
    Codec shared = ForyCodec.ofAnyClass();
    Starling.local(
        3,
        ThreadLevel.MULTIPLE,
        world -> {
          world.useCodec(shared);
          exchange(world);
          assertThat(world.<Object>broadcastObject(new Unknown(), 0)).isInstanceOf(Unknown.class);
        });
  }

  @Test
  void an_array_with_two_owners_stays_one() {
    Starling.local(
        1,
        world -> {
          world.useCodec(ForyCodec.of());
          long[] large = new long[4000];
          long[] small = {1};
          Request send = world.iSendObject(List.of(large, small, large, small), 0, 0);
          List<Object> received = world.receiveObject(0, 0);
          assertThat(received.get(0)).isSameAs(received.get(2));
          assertThat(received.get(1)).isSameAs(received.get(3)).isNotSameAs(small);
          send.await();
        });
  }

  @Test
  void classes_that_are_not_registered_are_refused_at_both_ends() {
    Starling.local(
        2,
        world -> {
          assertThatThrownBy(() -> ForyCodec.of(Point.class, null))
              .isInstanceOf(IllegalArgumentException.class);
          world.useCodec(ForyCodec.of(Point.class));
          assertThatThrownBy(() -> world.sendObject(List.of(new Unknown()), 0, 0))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("the fory codec can't write")
              .hasMessageContaining(Unknown.class.getName());
          world.barrier();
          if (world.rank() == 0) {
            world.useCodec(ForyCodec.ofAnyClass());
            world.sendObject(List.of(new Unknown(), new int[5000]), 1, 0);
            world.useCodec(ForyCodec.of(Point.class));
            world.sendObject(new Point(1, 2, "next"), 1, 0);
          } else {
            assertThatThrownBy(() -> world.receiveObject(0, 0))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("the fory codec can't read")
                .hasMessageContaining("Unknown");
            assertThat(world.<Point>receiveObject(0, 0)).isEqualTo(new Point(1, 2, "next"));
          }
        });
  }
}
