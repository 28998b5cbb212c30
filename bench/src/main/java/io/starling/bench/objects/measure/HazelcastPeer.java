package io.starling.bench.objects.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hazelcast: a member beside each of the first two ranks, and maps that keep each entry at both. A
 * map can't wait for an entry, so a listener gets those that the other rank adds.
 *
 * <pre>
 *   put        rank 0: set            get   rank 1: get
 *   roundtrip  rank 0: set there ... event of back        rank 1: event of there, set back
 * </pre>
 */
final class HazelcastPeer implements Peer {

  static final String VERSION = "5.5.0";

  /** In Maven's repository of the user. */
  static final Path JAR =
      Path.of(
          System.getProperty("user.home"),
          ".m2/repository/com/hazelcast/hazelcast",
          VERSION,
          "hazelcast-%s.jar".formatted(VERSION));

  /** A heap of 2 GB has room for it. */
  private static final long LARGEST = 128 << 20;

  private final Scene scene;
  private final HazelcastMember member;

  private HazelcastPeer(Scene scene, HazelcastMember member) {
    this.scene = scene;
    this.member = member;
  }

  static HazelcastPeer open(Scene scene, ObjectsBenchOptions options) throws IOException {
    int rank = scene.rank();
    Meeting meeting = scene.meeting();
    String program =
        meeting
            .tell(rank == 0 ? ForeignProgram.source("ObjectsHazelcast.java").toString() : "-")
            .getFirst();
    int port = ServerProcess.freePort(scene);
    String first = "%s:%d".formatted(scene.addresses().getFirst(), meeting.agree(port));
    HazelcastMember member = null;
    // One after the other, as two that come together may found two clusters.
    for (int next = 0; next < 2; next++) {
      if (rank == next) {
        List<String> words =
            List.of(scene.address(), Integer.toString(port), first, Integer.toString(next + 1));
        member = new HazelcastMember(JAR.toString(), program, words);
      }
      meeting.await();
    }
    if (member != null) {
      member.run("warm", rank, options.firstWarmUp().toMillis());
    }
    meeting.await();
    return new HazelcastPeer(scene, member);
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch) {
    if (bytes > LARGEST) {
      return Optional.empty();
    }
    Trial trial;
    switch (benchmark) {
      case PUT, GET -> trial = one(benchmark, bytes);
      case ROUNDTRIP -> trial = roundTrip(bytes);
      default -> {
        return Optional.empty();
      }
    }
    String way = benchmark == ObjectsBenchmark.ROUNDTRIP ? "listeners" : "map";
    return Figure.of(benchmark, PeerKind.HAZELCAST, way, scene, bytes, stopwatch.measure(trial));
  }

  private Trial one(ObjectsBenchmark benchmark, long bytes) {
    boolean gets = benchmark == ObjectsBenchmark.GET;
    return new Trial() {
      @Override
      public void prepare(long iteration) {
        if (gets && scene.rank() == 0) {
          member.run("put", iteration, bytes);
        }
      }

      @Override
      public long run(long iteration) {
        return scene.rank() == (gets ? 1 : 0) ? member.run(benchmark.label(), iteration, bytes) : 0;
      }

      @Override
      public void clean(long iteration) {
        delete(iteration);
      }
    };
  }

  /** The member of rank 1 answers by itself. */
  private Trial roundTrip(long bytes) {
    return new Trial() {
      @Override
      public boolean meets() {
        return false;
      }

      @Override
      public long run(long iteration) {
        return scene.rank() == 0 ? member.run("roundtrip", iteration, bytes) : 0;
      }

      @Override
      public void clean(long iteration) {
        delete(iteration);
      }
    };
  }

  private void delete(long iteration) {
    if (scene.rank() == 0) {
      member.run("delete", iteration, 0);
    }
  }

  @Override
  public void close() throws IOException {
    if (member != null) {
      member.close();
    }
  }

  /** A member of a Hazelcast cluster, in a process of its own. */
  private static final class HazelcastMember implements AutoCloseable {

    /** What Hazelcast asks for, and the permission to use Unsafe without a warning. */
    private static final List<String> OPTIONS =
        List.of(
            "-Xmx2g",
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private final Writer orders;

    /**
     * Starts one, and waits until it is ready.
     *
     * @param program the source of what it runs
     * @param words what the program gets
     */
    HazelcastMember(String jar, String program, List<String> words) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(OPTIONS);
      command.addAll(List.of("-cp", jar, program));
      command.addAll(words);
      errors = Files.createTempFile("starling-peer-", ".err");
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      answers = process.inputReader();
      orders = process.outputWriter();
      try {
        answer();
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    private String answer() throws IOException {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("hazelcast has ended: " + Files.readString(errors).strip());
      }
      return answer;
    }

    /** Has it do something, and returns the nanoseconds that it took. */
    long run(String what, long key, long bytes) {
      try {
        orders.write("%s %d %d\n".formatted(what, key, bytes));
        orders.flush();
        return Long.parseLong(answer());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      Files.deleteIfExists(errors);
    }
  }
}
