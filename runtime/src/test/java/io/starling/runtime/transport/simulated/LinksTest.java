package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LinksTest {

  private static final long GAP = 300;
  private static final double PER_BYTE = 80;

  @Test
  void a_link_carries_one_transfer_at_a_time_and_never_more_than_its_bandwidth() {
    Links links = new Links(new HockneyNetwork(1, GAP, PER_BYTE));
    SplittableRandom random = new SplittableRandom(3);
    long now = 0;
    long end = 0;
    long bytes = 0;
    long busy = 0;
    for (int transfer = 0; transfer < 10_000; transfer++) {
      now += random.nextLong(20_000);
      long length = random.nextLong(500);
      long start = links.enter(0, now, length);
      assertThat(start).isEqualTo(Math.max(now, end));
      end = start + links.occupancy(0, length);
      bytes += length;
      busy += links.occupancy(0, length);
      assertThat(links.carried(0)).isEqualTo(bytes).isLessThanOrEqualTo((long) (end / PER_BYTE));
      assertThat(busy).isLessThanOrEqualTo(end);
    }
    assertThat(links.carried(1)).isZero();
  }
}
