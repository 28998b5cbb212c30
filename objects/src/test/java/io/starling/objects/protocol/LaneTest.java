package io.starling.objects.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LaneTest {

  private static final long STRIPE = 4;

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 4, 5, 8, 9, 12, 15, 16, 17, 100})
  void the_halves_have_each_byte_once(long size) {
    int[] seen = new int[(int) size];
    for (Lane half : Lane.HALVES) {
      for (long i = 0; i < half.within(size, STRIPE); i++) {
        seen[(int) half.offset(i, STRIPE)]++;
      }
    }
    assertThat(seen).containsOnly(1);
  }

  @Test
  void the_bytes_within_the_first_ones_are_counted() {
    for (Lane lane : Lane.values()) {
      for (long bytes = 0; bytes < 50; bytes++) {
        long expected = 0;
        while (lane.offset(expected, STRIPE) < bytes) {
          expected++;
        }
        assertThat(lane.within(bytes, STRIPE)).as("%s of %d", lane, bytes).isEqualTo(expected);
      }
    }
  }

  @Test
  void all_bytes_are_in_order() {
    for (long i = 0; i < 50; i++) {
      assertThat(Lane.ALL.offset(i, STRIPE)).isEqualTo(i);
    }
  }

  @Test
  void large_objects_have_large_stripes() {
    assertThat(Lane.stripe(1)).isEqualTo(64 << 10);
    assertThat(Lane.stripe(1L << 40)).isEqualTo(1 << 20);
  }
}
