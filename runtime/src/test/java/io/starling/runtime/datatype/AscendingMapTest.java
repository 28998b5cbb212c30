package io.starling.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Every answer is compared with a list of all bytes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AscendingMapTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private static List<Long> bytes(TypeMap map) {
    List<Long> places = new ArrayList<>();
    TypeMap.Mover collect =
        (_, offset, stride, count, length, _, _) -> {
          for (long i = 0; i < count; i++) {
            for (long at = 0; at < length; at++) {
              places.add(offset + i * stride + at);
            }
          }
        };
    map.move(collect, MemorySegment.NULL, 0, 0, map.size(), MemorySegment.NULL, 0);
    return places;
  }

  private static Datatype random(SplittableRandom random, int depth) {
    if (depth == 0) {
      return random.nextBoolean() ? Datatype.INT8 : Datatype.INT32;
    }
    Datatype inner = random(random, depth - 1);
    return switch (random.nextInt(3)) {
      case 0 -> Datatype.vector(1 + random.nextInt(4), 1, 1 + random.nextInt(3), inner);
      case 1 -> {
        long[] places = {random.nextInt(3), 4 + random.nextInt(3), 9};
        yield Datatype.indexed(new long[] {1, 1 + random.nextInt(2), 2}, places, inner);
      }
      default -> Datatype.subarray(new long[] {3, 5}, new long[] {2, 3}, new long[] {1, 2}, inner);
    };
  }

  @Test
  void answers_are_those_of_a_list_of_all_bytes() {
    System.out.println("AscendingMapTest: -Dstarling.seed=" + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 300; round++) {
      TypeMap map = MappedDatatype.of(random(random, random.nextInt(4))).map();
      assertThat(AscendingMap.isAscending(map)).isTrue();
      List<Long> all = bytes(map);
      for (int i = 0; i < 20; i++) {
        int packed = random.nextInt(all.size());
        assertThat(AscendingMap.offsetOf(map, packed)).isEqualTo(all.get(packed));
        long place = map.start() - 2 + random.nextLong(map.end() - map.start() + 4);
        long below = all.stream().filter(at -> at < place).count();
        assertThat(AscendingMap.sizeBelow(map, place)).isEqualTo(below);
        int length = random.nextInt(all.size() - packed + 1);
        TypeMap part = AscendingMap.part(map, packed, length);
        assertThat(bytes(part)).isEqualTo(all.subList(packed, packed + length));
        assertThat(bytes(MapWords.read(MapWords.of(part)))).isEqualTo(bytes(part));
      }
    }
  }

  @Test
  void maps_that_go_back_or_overlap_do_not_ascend() {
    for (Datatype type :
        List.of(
            Datatype.hvector(3, 1, -8, Datatype.INT32),
            Datatype.hvector(3, 1, 2, Datatype.INT32),
            Datatype.indexed(new long[] {1, 2}, new long[] {5, 0}, Datatype.INT8),
            Datatype.indexed(new long[] {3, 2}, new long[] {0, 2}, Datatype.INT8))) {
      assertThat(AscendingMap.isAscending(MappedDatatype.of(type).map())).isFalse();
    }
  }

  @Test
  void words_that_are_no_map_are_refused() {
    for (long[] words : new long[][] {{}, {0, 1}, {1, 2, 3}, {0, 1, 2, 3}}) {
      assertThatThrownBy(() -> MapWords.read(words)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
