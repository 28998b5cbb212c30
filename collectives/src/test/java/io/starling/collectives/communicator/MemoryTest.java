package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the runtime needs for itself does not grow with the message, nor with a rank's lateness. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MemoryTest {

  private static final Pattern OPEN_SENDS =
      Pattern.compile("send to rank \\d+ \\(segment (\\d+)(?: to (\\d+))?\\)");

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "UCX", "SHARED"})
  void scratch_is_bounded_by_the_windows(TestFabric fabric) {
    int segment = 16 << 10;
    int sends = 4;
    int receives = 8;
    String specification =
        "broadcast=binary,segment=16K,send-window=4,receive-window=8;"
            + "reduce=binary,segment=16K,send-window=4,receive-window=8";
    try (RankTeam team = RankTeam.open(fabric, 4)) {
      for (int bytes : new int[] {64 << 10, 16 << 20}) {
        team.runRanks(
            rank -> {
              float[] data = new float[bytes / Float.BYTES];
              float[] result = new float[rank.world().rank() == 0 ? data.length : 0];
              Communicator world = rank.world().withAlgorithm(specification);
              world.broadcast(Buffer.of(data), 0);
              world.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, 0);
              long staging = (long) (receives + 2 * sends) * segment;
              long slots = 2L * 3 * receives * segment;
              assertThat(rank.engine().pool().allocatedBytes())
                  .isLessThanOrEqualTo(staging + slots);
            });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "UCX"})
  void data_in_pieces_is_staged_within_the_windows(TestFabric fabric) {
    int segment = 16 << 10;
    String specification = "broadcast=chain,segment=16K,send-window=4,receive-window=8";
    try (RankTeam team = RankTeam.open(fabric, 3)) {
      team.runRanks(
          rank -> {
            double[] matrix = new double[4 << 20];
            Datatype columns = Datatype.vector(1 << 20, 2, 4, Datatype.FLOAT64);
            Buffer half = Buffer.of(MemorySegment.ofArray(matrix), columns, 1);
            if (rank.world().rank() == 0) {
              Arrays.fill(matrix, 1);
            }
            rank.world().withAlgorithm(specification).broadcast(half, 0);
            int other = rank.world().rank() == 0 ? 1 : 0;
            assertThat(Arrays.copyOfRange(matrix, matrix.length - 4, matrix.length))
                .containsExactly(1, 1, other, other);
            assertThat(rank.engine().pool().allocatedBytes()).isLessThanOrEqualTo(12L * segment);
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL, 4",
    "UCX, 4",
    "UCX_FOREIGN, 4",
    "LOCAL, 1",
    "UCX, 16",
    "SHARED, 4",
    "SHARED, 1"
  })
  void a_late_rank_holds_no_more_than_two_windows_of_segments(TestFabric fabric, int window) {
    String windows = "segment=1K,send-window=%d,receive-window=%d".formatted(window, window + 1);
    String specification =
        "broadcast=chain," + windows + ";reduce=chain," + windows + ";barrier=dissemination";
    AtomicIntegerArray seen = new AtomicIntegerArray(2);
    try (RankTeam team = RankTeam.open(fabric, 2)) {
      team.runRanks(
          rank -> {
            Communicator world = rank.world().withAlgorithm(specification);
            int self = world.rank();
            int[] data = new int[1 << 20];
            int[] result = new int[1 << 20];
            for (int early = 0; early < 2; early++) {
              if (self == early) {
                Request request =
                    early == 0
                        ? world.iBroadcast(Buffer.of(data), 0)
                        : world.iReduce(Buffer.of(data), Buffer.EMPTY, ReductionOperator.SUM, 0);
                for (int i = 0; i < 500; i++) {
                  world.send(Buffer.EMPTY, 1 - self, 1);
                  world.receive(Buffer.EMPTY, 1 - self, 2);
                }
                seen.set(early, lastSegment(rank.engine().waits().pending()));
                world.send(Buffer.EMPTY, 1 - self, 3);
                request.await();
              } else {
                for (int i = 0; i < 500; i++) {
                  world.receive(Buffer.EMPTY, 1 - self, 1);
                  world.send(Buffer.EMPTY, 1 - self, 2);
                }
                world.receive(Buffer.EMPTY, 1 - self, 3);
                if (early == 0) {
                  world.broadcast(Buffer.of(data), 0);
                } else {
                  world.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, 0);
                }
              }
            }
          });
    }
    assertThat(seen.get(0)).as("segments broadcast to a late child").isBetween(0, 2 * window - 1);
    assertThat(seen.get(1)).as("segments reduced to a late root").isBetween(0, 2 * window - 1);
  }

  /** The highest segment that is under way. */
  private static int lastSegment(String pending) {
    Matcher matcher = OPEN_SENDS.matcher(pending);
    assertThat(matcher.find()).as(pending).isTrue();
    return Integer.parseInt(matcher.group(2) != null ? matcher.group(2) : matcher.group(1));
  }
}
