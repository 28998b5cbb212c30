package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StageTest {

  private static final int STEPS = 200_000;

  private final Stage stage = new Stage();
  private final SharedRegion region =
      SharedRegion.create(0, 1, SharedPair.SMALL, new Linux(Arena.ofAuto()));

  private record Piece(long begin, long bytes) {
    boolean overlaps(Piece other) {
      return begin < other.begin + other.bytes && other.begin < begin + bytes;
    }
  }

  @Test
  void pieces_never_overlap_in_whatever_order_they_come_back() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    List<Piece> inUse = new ArrayList<>();
    int refused = 0;
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(5) < 3) {
        long bytes = random.nextLong(1, SharedRegion.STAGE_BYTES >> random.nextInt(1, 10));
        long begin = stage.take(bytes);
        if (begin == Stage.NONE) {
          refused++;
          assertThat(inUse).as("seed %d", seed).isNotEmpty();
        } else {
          Piece piece = new Piece(begin, bytes);
          assertThat(begin + bytes).isLessThanOrEqualTo(SharedRegion.STAGE_BYTES);
          assertThat(inUse).as("seed %d", seed).noneMatch(piece::overlaps);
          inUse.add(piece);
        }
      } else if (!inUse.isEmpty()) {
        stage.give(inUse.remove(random.nextInt(inUse.size())).begin);
      }
    }
    assertThat(refused).isBetween(1, STEPS / 2);
  }

  @Test
  void a_message_as_long_as_the_stage_fits_where_it_is_empty() {
    long first = stage.take(1);
    assertThat(stage.take(SharedRegion.STAGE_BYTES)).isEqualTo(Stage.NONE);
    stage.give(first);
    assertThat(stage.take(SharedRegion.STAGE_BYTES)).isZero();
  }

  @Test
  void the_ring_has_one_owner_and_waits_for_no_piece() {
    OutgoingTransfer transfer = new OutgoingTransfer(region, 0);
    stage.take(SharedRegion.STAGE_BYTES);
    assertThat(stage.enter(transfer)).isTrue();
    assertThat(stage.enter(new OutgoingTransfer(region, 1))).isFalse();
    stage.leave(transfer);
    assertThat(stage.enter(new OutgoingTransfer(region, 1))).isTrue();
  }
}
