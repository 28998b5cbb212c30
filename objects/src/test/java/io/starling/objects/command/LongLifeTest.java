package io.starling.objects.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreReport;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects that come and go for a long time. */
@Tag("exhaustive")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LongLifeTest {

  private static final int THREADS = 32;
  private static final int OBJECTS = Integer.getInteger("objects.objects", 1_000_000);

  /** So long a store remembers a deletion at most, and some more. */
  private static final Duration MEMORY = Duration.ofSeconds(125);

  private static final long GROWTH = 4 << 20;

  @TempDir private Path folder;

  @Test
  void a_million_small_objects_leave_nothing_in_the_heap() throws Exception {
    StoreConfiguration configuration =
        StoreConfiguration.first(16 << 20).withSilence(Duration.ofSeconds(10));
    try (StoreProcess store = StoreProcess.start(configuration, folder.resolve("store"), null);
        ObjectStore program = store.connect();
        var threads = Executors.newFixedThreadPool(THREADS)) {
      putAndDelete(program, 1000);
      // So long a store remembers what was deleted, which is what is tested.
      TimeUnit.NANOSECONDS.sleep(MEMORY.toNanos());
      long before = heap(store);
      List<? extends Future<?>> all =
          IntStream.range(0, THREADS)
              .mapToObj(i -> threads.submit(() -> putAndDelete(program, OBJECTS / THREADS)))
              .toList();
      for (Future<?> each : all) {
        each.get();
      }
      System.out.println("heap with what was deleted: %d bytes".formatted(heap(store)));
      TimeUnit.NANOSECONDS.sleep(MEMORY.toNanos());
      assertThat(heap(store)).isLessThan(before + GROWTH);
      StoreReport report = program.report(false).getFirst();
      assertThat(report.used() + report.entries() + report.pending()).isZero();
    }
  }

  private static void putAndDelete(ObjectStore program, int count) {
    for (int i = 0; i < count; i++) {
      ObjectId id = ObjectId.random();
      program.put(id, Buffer.of(new byte[100]));
      program.delete(id);
    }
  }

  /** The bytes of all that is reachable. */
  private static long heap(StoreProcess store) throws IOException {
    Process histogram =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(store.process().pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String text = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String total = text.lines().filter(line -> line.startsWith("Total")).findFirst().orElse(text);
    return Long.parseLong(total.strip().split(" +", -1)[2]);
  }
}
