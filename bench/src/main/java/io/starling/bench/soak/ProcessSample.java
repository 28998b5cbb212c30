package io.starling.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What a rank's process uses.
 *
 * @param heapBytes live objects, right after a collection
 * @param nativeBytes private memory outside the heap
 * @param residentBytes all memory, with what it shares with other processes
 * @param descriptors open files
 * @param threads all of them, also those of the JVM
 * @param files in the job's folder for temporary files
 * @param shared mappings of /dev/shm
 */
record ProcessSample(
    long heapBytes,
    long nativeBytes,
    long residentBytes,
    long descriptors,
    long threads,
    long files,
    long shared) {

  private static final Path SELF = Path.of("/proc/self");
  private static final int KIB = 1024;

  /** The names of the columns. */
  enum Kind {
    HEAP("heap bytes"),
    NATIVE("native bytes"),
    RESIDENT("resident bytes"),
    DESCRIPTORS("open files"),
    THREADS("threads"),
    FILES("temporary files"),
    SHARED("mappings of /dev/shm");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  long of(Kind kind) {
    return switch (kind) {
      case HEAP -> heapBytes;
      case NATIVE -> nativeBytes;
      case RESIDENT -> residentBytes;
      case DESCRIPTORS -> descriptors;
      case THREADS -> threads;
      case FILES -> files;
      case SHARED -> shared;
    };
  }

  /** Collects garbage and looks. The heap is all there from the start, so the rest is native. */
  static ProcessSample ofThisProcess() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    try {
      return new ProcessSample(
          runtime.totalMemory() - runtime.freeMemory(),
          Math.max(0, status("RssAnon") * KIB - runtime.totalMemory()),
          status("VmRSS") * KIB,
          entries(SELF.resolve("fd")),
          status("Threads"),
          entries(Path.of(System.getProperty("java.io.tmpdir"))),
          mappings());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long status(String field) throws IOException {
    try (Stream<String> lines = Files.lines(SELF.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(field + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  private static long entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> lines = Files.lines(SELF.resolve("maps"))) {
      return lines.filter(line -> line.contains(" /dev/shm/")).count();
    }
  }

  /** What {@link #of(String[], int)} reads. */
  String words() {
    return Arrays.stream(Kind.values())
        .map(kind -> "" + of(kind))
        .reduce((a, b) -> a + " " + b)
        .get();
  }

  static ProcessSample of(String[] words, int from) {
    long[] numbers =
        Arrays.stream(words)
            .skip(from)
            .limit(Kind.values().length)
            .mapToLong(Long::parseLong)
            .toArray();
    return new ProcessSample(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
  }
}
