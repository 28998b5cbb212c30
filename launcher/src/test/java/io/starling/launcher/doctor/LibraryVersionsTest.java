package io.starling.launcher.doctor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.doctor.Finding.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LibraryVersionsTest {

  private static final int SIGSEGV = 11;
  private static final long LARGER_THAN_SIGACTION = 512;

  @ParameterizedTest
  @ValueSource(strings = {"1.13.1", "1.13", "1.15.0-rc1", "1.18.1"})
  void versions_from_the_oldest_to_the_newest_that_was_tried_are_fine(String version) {
    assertThat(TriedVersions.UCX.judge(version)).isEqualTo(Finding.ok("UCX", version));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.12.1", "0.99", "1.19.0", "1.100", "2.0.0", "master", "", "99999999999.1"})
  void another_is_a_warning_that_says_which_were_tried(String version) {
    Finding finding = TriedVersions.UCX.judge(version);
    assertThat(finding.level()).isEqualTo(Level.WARN);
    assertThat(finding.text()).contains(version, "1.13 to 1.18");
    assertThat(finding.remedy()).isNotEmpty();
  }

  @Test
  void the_JVM_keeps_its_signals_while_UCX_is_looked_at() throws Throwable {
    Set<MemorySegment> handlers = ConcurrentHashMap.newKeySet();
    handlers.add(handlerOf(SIGSEGV));
    Thread doctor =
        Thread.ofPlatform()
            .start(() -> IntStream.range(0, 20).forEach(_ -> LibraryChecks.ucx("libucp.so.0")));
    while (doctor.isAlive()) {
      handlers.add(handlerOf(SIGSEGV));
    }
    assertThat(handlers).hasSize(1);
  }

  private static MemorySegment handlerOf(int signal) throws Throwable {
    Linker linker = Linker.nativeLinker();
    var sigaction =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("sigaction"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment old = arena.allocate(LARGER_THAN_SIGACTION);
      assertThat((int) sigaction.invokeExact(signal, 0L, old)).isZero();
      return old.get(ADDRESS, 0);
    }
  }
}
