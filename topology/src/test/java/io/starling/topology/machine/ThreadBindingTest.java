package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Real binding, as {@code /proc} tells it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ThreadBindingTest {

  private static final CpuSet ALL = Affinity.ofThisProcess();

  private static CpuSet single(int cpu) {
    return CpuSet.range(cpu, cpu);
  }

  private static CpuSet ofThisThread() throws IOException {
    return Affinity.of(Files.readAllLines(Path.of("/proc/thread-self/status")));
  }

  private static CpuSet ofAChild() throws IOException {
    Process child = new ProcessBuilder("cat", "/proc/self/status").start();
    byte[] status = child.getInputStream().readAllBytes();
    return Affinity.of(List.of(new String(status, StandardCharsets.UTF_8).split("\n", -1)));
  }

  @Test
  void the_thread_and_the_processes_it_starts_are_bound_until_it_is_closed() throws IOException {
    CpuSet before = ofThisThread();
    for (int cpu : ALL.stream().toArray()) {
      try (var _ = ThreadBinding.to(single(cpu))) {
        assertThat(ofThisThread()).isEqualTo(single(cpu));
        assertThat(ofAChild()).isEqualTo(single(cpu));
      }
      assertThat(ofThisThread()).isEqualTo(before);
      assertThat(ofAChild()).isEqualTo(before);
    }
  }

  @Test
  void other_threads_stay_where_they_are() throws Exception {
    try (var _ = ThreadBinding.to(single(ALL.stream().findFirst().orElseThrow()))) {
      assertThat(Affinity.ofThisProcess()).as("of the main thread").isEqualTo(ALL);
    }
  }

  @Test
  void pus_that_are_not_there_are_refused_and_nothing_changes() throws IOException {
    CpuSet before = ofThisThread();

    assertThatIllegalStateException()
        .isThrownBy(() -> ThreadBinding.to(single(60_000)))
        .withMessageContaining("cannot bind to the PUs 60000")
        .withMessageContaining("EINVAL");
    assertThat(ofThisThread()).isEqualTo(before);
  }

  @Test
  void a_mask_may_name_more_pus_than_there_are() throws IOException {
    CpuSet first = single(ALL.stream().findFirst().orElseThrow());
    try (var _ = ThreadBinding.to(first.or(CpuSet.range(70_000, 100_000)))) {
      assertThat(ofThisThread()).isEqualTo(first);
    }
  }

  @Test
  void a_virtual_thread_is_refused() throws InterruptedException {
    FutureTask<ThreadBinding> attempt = new FutureTask<>(() -> ThreadBinding.to(ALL));
    Thread.ofVirtual().start(attempt).join();
    assertThatThrownBy(attempt::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("virtual thread");
  }
}
