package io.starling.launcher;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.log.Logs;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** What ranks run in tests of the launcher: the first argument says what to do. */
public final class TestProgram {

  static final int LINE_LENGTH = 20_000;
  static final int LINES = 100;
  static final int LONG_LINE_LENGTH = 5_000_000;

  private static final int RANK = Integer.parseInt(System.getenv("STARLING_RANK"));

  private TestProgram() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "echo" -> echo(arguments);
      case "variable" -> System.out.println(System.getenv(arguments[1]));
      case "cpus" -> System.out.println(RANK + " " + cpusOfAllThreads());
      case "create" -> Files.createFile(Path.of(arguments[1]));
      case "heap" -> System.out.println(Runtime.getRuntime().maxMemory());
      case "property" -> System.out.println(System.getProperty(arguments[1]));
      case "throw" -> failOn(1, () -> fail());
      case "exit" -> failOn(1, () -> System.exit(7));
      case "exit-one-after-other" -> System.exit(RANK == 1 ? 7 : 0);
      case "lose-peer" -> losePeer(arguments);
      case "fail-together" -> failTogether(Path.of(arguments[1]));
      case "log" -> log();
      case "sleep" -> Thread.sleep(Long.parseLong(arguments[1]));
      case "kill" -> failOn(1, () -> signalSelf());
      case "leave-child" -> leaveChild();
      case "ignore-end" -> ignoreEnd();
      case "hang-in-hook" -> hangInHook();
      case "lines" -> lines();
      case "bytes" -> System.out.write(new byte[] {(byte) 0xff, 0, (byte) 0x80, '\n', 'x'});
      case "read" -> System.out.println(RANK + ":" + System.in.readAllBytes().length);
      case "prompt" -> prompt();
      case "store" -> System.out.println(RANK + " " + store());
      case "store-and-wait" -> waitBesideStore();
      case "sleep-beside-store" -> sleepBesideStore();
      case "store-and-fail" -> failBesideStore();
      case "wait" -> announceAndWait();
      case "spin" -> spin();
      case "thread" -> leaveThread();
      case "stop-in-loop" -> stopInLoop();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.flush();
  }

  private static void echo(String[] arguments) {
    System.out.println(RANK + " " + Arrays.asList(arguments));
    System.err.println("error of " + RANK);
  }

  /** What {@code /proc} says of each thread, once where all say the same. */
  private static String cpusOfAllThreads() throws IOException {
    Set<String> cpus = new TreeSet<>();
    try (var threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        try (Stream<String> lines = Files.lines(thread.resolve("status"))) {
          lines
              .filter(line -> line.startsWith("Cpus_allowed_list:"))
              .forEach(line -> cpus.add(line.substring(line.indexOf('\t') + 1)));
        } catch (IOException | UncheckedIOException e) {
          // The thread has just ended.
        }
      }
    }
    return String.join(" and ", cpus);
  }

  private static void failOn(int rank, Runnable failure) {
    if (RANK == rank) {
      failure.run();
    }
    waitForever();
  }

  private static void fail() {
    throw new IllegalStateException("deliberate");
  }

  /**
   * Rank 1 ends with the status; the others hear of it later, as from their transport. They wait
   * for its mark in the folder, if one is given: JVMs start apart.
   */
  private static void losePeer(String... arguments) throws IOException, InterruptedException {
    Optional<Path> mark =
        arguments.length > 2 ? Optional.of(Path.of(arguments[2], "rank1")) : Optional.empty();
    if (RANK == 1) {
      Files.createFile(mark.orElseThrow());
      Runtime.getRuntime().halt(Integer.parseInt(arguments[1]));
    }
    while (mark.isPresent() && !Files.exists(mark.get())) {
      Thread.sleep(10);
    }
    Thread.sleep(RANK == 0 ? 100 : 150);
    String words = "rank %d, barrier (%d of 3 moves done): rank 1 has gone".formatted(RANK, RANK);
    throw new IllegalStateException(new RankFailedException(words, new int[] {1}, "has gone"));
  }

  /** Starling takes its log over before its first message. */
  private static void log() {
    Logs.named("io.starling").log(System.Logger.Level.WARNING, "rank " + RANK + " does without");
    Logger.getLogger("my.program").warning("a warning of the program's own");
  }

  private static void waitForever() {
    while (true) {
      LockSupport.park();
    }
  }

  /** What the file of the store says, in one line. */
  private static String store() throws IOException {
    return String.join(" ", Files.readAllLines(Path.of(System.getenv("STARLING_OBJECTS"))));
  }

  private static void waitBesideStore() throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(TestProgram::sayWhetherStoreIsThere));
    System.out.println(RANK + " " + store());
    waitForever();
  }

  private static void sayWhetherStoreIsThere() {
    boolean isThere = Files.exists(Path.of(System.getenv("STARLING_OBJECTS")));
    System.out.println(RANK + " ends, store is there: " + isThere);
  }

  private static void sleepBesideStore() throws IOException, InterruptedException {
    System.out.println(RANK + " " + store());
    Thread.sleep(2000);
  }

  /** Rank 1 fails; the others see whether the store is still there, and end well. */
  private static void failBesideStore() throws IOException, InterruptedException {
    if (RANK == 1) {
      System.out.println(RANK + " " + store());
      System.out.flush();
      signalSelf();
    }
    Thread.sleep(1000);
    System.out.println(RANK + " " + store());
  }

  /** Both of two ranks, when each has seen the file of the other: their JVMs start apart. */
  private static void failTogether(Path folder) throws IOException {
    Files.createFile(folder.resolve("rank" + RANK));
    Path other = folder.resolve("rank" + (1 - RANK));
    while (!Files.exists(other)) {
      Thread.onSpinWait();
    }
    System.exit(3 + RANK);
  }

  private static void announceAndWait() {
    System.out.println("pid " + ProcessHandle.current().pid());
    waitForever();
  }

  /** A loop in which the JVM can't stop the thread for long. */
  private static void spin() {
    System.out.println("pid " + ProcessHandle.current().pid());
    double value = 1;
    while (value > 0) {
      for (int i = 0; i < Integer.MAX_VALUE; i++) {
        value = Math.sqrt(value + i);
      }
    }
  }

  /**
   * Closes arenas for a second, then says whether another thread still computes in its loop of some
   * seconds. If the loop can't stop, the first close waits for its end.
   */
  private static void stopInLoop() throws InterruptedException {
    AtomicBoolean isComputing = new AtomicBoolean(true);
    Thread computing =
        new Thread(
            () -> {
              int value = 1;
              for (int i = 0; i < Integer.MAX_VALUE; i++) {
                value ^= value << 13;
                value ^= value >>> 17;
                value ^= value << 5;
              }
              isComputing.set(value == 0);
            });
    computing.setDaemon(true);
    computing.start();
    for (int i = 0; i < 20; i++) {
      Thread.sleep(50);
      Arena.ofShared().close();
    }
    System.out.println(isComputing.get());
  }

  private static void signalSelf() {
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("sh", "-c", "kill -KILL " + self).inheritIO().start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void leaveChild() throws IOException {
    Process child = new ProcessBuilder("sleep", "1000").start();
    System.out.println("pid " + child.pid());
    System.out.flush();
    failOn(0, () -> System.exit(3));
  }

  private static void ignoreEnd() throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> waitForever()));
    System.out.println("pid " + ProcessHandle.current().pid());
    System.out.flush();
    InputStream in = System.in;
    failOn(0, () -> Runtime.getRuntime().halt(in == null ? 5 : 4));
  }

  private static void hangInHook() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> waitForever()));
    failOn(0, () -> fail());
  }

  private static void lines() {
    char letter = (char) ('a' + RANK);
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(System.out, 777), false, StandardCharsets.US_ASCII);
    for (int i = 0; i < LINES; i++) {
      out.println(Character.toString(letter).repeat(LINE_LENGTH));
      System.err.println(Character.toString(letter).repeat(10));
    }
    out.print(Character.toString(letter).repeat(LONG_LINE_LENGTH));
    out.flush();
  }

  private static void prompt() throws IOException {
    if (RANK == 0) {
      System.out.print("name? ");
      System.out.flush();
      System.out.println((char) System.in.read());
    }
  }

  private static void leaveThread() {
    Thread.ofPlatform()
        .daemon(false)
        .start(
            () -> {
              LockSupport.parkNanos(100_000_000);
              System.out.println("thread of " + RANK + " has ended");
            });
  }

  /** The form of Java 25: neither public nor static, without arguments. */
  static final class Instance {
    void main() {
      System.out.println("instance " + RANK);
    }
  }

  /** No main method at all. */
  static final class NoMain {}
}
