package io.starling.runtime.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMappingTest {

  @TempDir Path folder;

  private Path file() throws IOException {
    return Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
  }

  private static void check(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = FileMapping.map(file, MapMode.READ_ONLY, 3, arena);
      assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
    }
  }

  @Test
  void an_interrupted_thread_maps_a_file_and_stays_interrupted() throws Exception {
    Path file = file();
    Thread.currentThread().interrupt();
    try {
      check(file);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void interrupts_meanwhile_do_no_harm_and_are_kept() throws Exception {
    Path file = file();
    Thread self = Thread.currentThread();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!isOver.get()) {
                    self.interrupt();
                    LockSupport.parkNanos(1); // Or no map would ever end where cores are busy.
                  }
                });
    while (!self.isInterrupted()) {
      Thread.onSpinWait();
    }
    try {
      for (int i = 0; i < 500; i++) {
        check(file);
      }
    } finally {
      isOver.set(true);
      while (other.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void a_file_that_is_not_there_is_an_error_for_interrupted_threads_too() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(
              () -> FileMapping.map(folder.resolve("none"), MapMode.READ_ONLY, 1, Arena.ofAuto()))
          .isInstanceOf(NoSuchFileException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void what_is_written_to_the_memory_is_in_the_file() throws Exception {
    Path file = file();
    try (Arena arena = Arena.ofConfined()) {
      FileMapping.map(file, MapMode.READ_WRITE, 3, arena).set(ValueLayout.JAVA_BYTE, 1, (byte) 7);
    }
    assertThat(Files.readAllBytes(file)).containsExactly(1, 7, 3);
  }
}
