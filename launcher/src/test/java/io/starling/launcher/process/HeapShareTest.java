package io.starling.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HeapShareTest {

  private static final long GB = 1L << 30;

  private static List<String> command(HeapShare heap, String archive) {
    HostPlan plan =
        new HostPlan(1, false, "", List.of("java", "Main"), heap, archive, Map.of(), List.of());
    return plan.command(!archive.isEmpty());
  }

  @Test
  void ranks_share_what_services_leave() {
    assertThat(new HeapShare(20).without(12 * GB, 16 * GB)).isEqualTo(new HeapShare(5));
    assertThat(new HeapShare(20).without(0, 16 * GB)).isEqualTo(new HeapShare(20));
  }

  @Test
  void services_that_may_use_all_leave_a_tenth() {
    for (long services : new long[] {15 * GB, 16 * GB, 1000 * GB, Long.MAX_VALUE}) {
      assertThat(new HeapShare(20).without(services, 16 * GB)).isEqualTo(new HeapShare(2));
    }
  }

  @Test
  void what_the_user_has_decided_stays() {
    assertThat(HeapShare.UNDECIDED.without(12 * GB, 16 * GB)).isEqualTo(HeapShare.UNDECIDED);
    assertThat(command(HeapShare.UNDECIDED, "")).containsExactly("java", "Main");
  }

  @Test
  void the_jvm_gets_it_as_an_argument() {
    assertThat(command(new HeapShare(100 / 3.0), ""))
        .containsExactly("java", "-XX:MaxRAMPercentage=33.3333", "Main");
    assertThat(command(new HeapShare(5), "classes"))
        .startsWith("java", "-XX:MaxRAMPercentage=5.0000", "-XX:SharedArchiveFile=classes")
        .endsWith("Main");
  }

  @Test
  void this_host_has_memory() {
    assertThat(HostMemory.bytes()).isGreaterThan(64L << 20);
  }
}
