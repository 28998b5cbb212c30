package io.starling.launcher.output;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Brings the output of all ranks together, and the launcher's own messages with it. Free to use by
 * all threads; what one stream of one rank wrote is handed over by one thread at a time.
 */
public final class JobOutput implements AutoCloseable {

  private static final byte[] NOTHING = {};
  private static final int NO_RANK = -1;
  private static final byte[] INCUBATOR_WARNING =
      "WARNING: Using incubator modules: jdk.incubator.vector".getBytes(StandardCharsets.US_ASCII);
  private static final Duration PROMPT_DELAY = Duration.ofMillis(50);
  private static final Duration STRAGGLER_DELAY = Duration.ofMillis(500);
  private static final Duration STATUS_DELAY = Duration.ofSeconds(2);
  private static final Duration STATUS_PERIOD = Duration.ofSeconds(1);

  private record Reader(int rank, PipeReader pipe, Thread thread) {

    /** Waits until all has been read; not for processes that a rank has left behind. */
    void drain() throws InterruptedException {
      while (!thread.join(STRAGGLER_DELAY) && !pipe.isWaiting()) {
        // What reads the launcher's output is slow.
      }
    }
  }

  private record Rank(LineBuffer output, LineBuffer errors, StreamRoute errorRoute) {

    LineBuffer lines(RankStream stream) {
      return stream == RankStream.OUTPUT ? output : errors;
    }
  }

  private final OutputRequest request;
  private final OutputSink out;
  private final OutputSink errors;
  private final StatusLine statusLine;
  private final ErrorMerger merger;
  private final Optional<OutputFolder> folder;
  private final Map<Integer, Rank> ranks = new ConcurrentHashMap<>();
  private final List<Reader> readers = new CopyOnWriteArrayList<>();
  private final long start = System.nanoTime();
  private volatile String phase = "";
  private Thread watcher;

  /**
   * The output of a job.
   *
   * @param size how many ranks the job has
   * @param onBroken called once when nobody reads {@code out} any more
   * @throws LaunchException if there can't be a folder as requested
   */
  public JobOutput(
      OutputRequest request, int size, OutputStream out, OutputStream errors, Runnable onBroken) {
    this.request = request;
    statusLine = new StatusLine(errors);
    this.out = new OutputSink(out, statusLine, onBroken);
    this.errors = new OutputSink(errors, statusLine, () -> {});
    merger =
        new ErrorMerger(
            this.errors,
            CompletableFuture.delayedExecutor(ErrorMerger.HOLD.toMillis(), TimeUnit.MILLISECONDS));
    request.shown().ifPresent(shown -> check(shown, size));
    folder = request.folder().map(path -> folder(path, size));
  }

  private static void check(RankSelection shown, int size) {
    if (shown.largest() >= size) {
      throw new LaunchException(
          "--quiet-ranks=%s: the job has ranks 0 to %d, not %d"
              .formatted(shown, size - 1, shown.largest()));
    }
  }

  private OutputFolder folder(Path path, int size) {
    try {
      return OutputFolder.create(path, size, this::tell);
    } catch (IOException e) {
      throw new LaunchException("--output-dir " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Forwards the output of a rank of this host until it closes its streams.
   *
   * @param host for its tag; empty where all ranks are on one host
   */
  public void attach(int rank, String host, InputStream standard, InputStream error) {
    expect(rank, host);
    read(rank, "stdout-" + rank, standard, ranks.get(rank).output());
    read(rank, "stderr-" + rank, error, ranks.get(rank).errors());
  }

  /** Makes ready for the output of a rank that comes in pieces. */
  public void expect(int rank, String host) {
    String place = host.isEmpty() ? "" : "@" + host;
    byte[] tag =
        request.tagged()
            ? ("[" + rank + place + "] ").getBytes(StandardCharsets.US_ASCII)
            : NOTHING;
    LineTarget seenErrors = new TaggedLines(errors, tag);
    StreamRoute output = route(rank, RankStream.OUTPUT, new TaggedLines(out, tag));
    StreamRoute error = route(rank, RankStream.ERROR, merger.target(rank, seenErrors));
    ranks.put(
        rank,
        new Rank(new LineBuffer(output, NOTHING), new LineBuffer(error, INCUBATOR_WARNING), error));
  }

  /**
   * Forwards the errors of a service of this host until it closes its stream.
   *
   * @param host as above
   */
  public void attachService(String name, String host, InputStream error) {
    read(NO_RANK, "stderr-" + name, error, service(name, host));
  }

  /** Takes the errors of a service that come in pieces; the caller hands over the last line. */
  public LineBuffer service(String name, String host) {
    String place = host.isEmpty() ? "" : "@" + host;
    byte[] tag =
        request.tagged()
            ? ("[" + name + place + "] ").getBytes(StandardCharsets.US_ASCII)
            : NOTHING;
    return new LineBuffer(new TaggedLines(errors, tag), INCUBATOR_WARNING);
  }

  private StreamRoute route(int rank, RankStream stream, LineTarget terminal) {
    return new StreamRoute(
        terminal,
        folder.map(files -> files.target(rank, stream)),
        request.shows(rank),
        stream == RankStream.ERROR);
  }

  private void read(int rank, String name, InputStream in, LineBuffer lines) {
    PipeReader pipe = new PipeReader(in, lines);
    readers.add(new Reader(rank, pipe, Thread.ofPlatform().daemon().name(name).start(pipe)));
  }

  /** Takes a piece of what an expected rank wrote. */
  public void accept(int rank, RankStream stream, byte[] chunk, int offset, int length) {
    ranks.get(rank).lines(stream).accept(chunk, offset, length);
  }

  /** A rank of another host has ended and all that it wrote has been accepted. */
  public void ended(int rank) {
    Optional.ofNullable(ranks.get(rank))
        .ifPresent(
            its -> {
              its.output().flush();
              its.errors().flush();
            });
  }

  /** A rank has failed: what it said last on stderr is shown, also if it is a quiet one. */
  public void failed(int rank) {
    Optional.ofNullable(ranks.get(rank)).ifPresent(its -> its.errorRoute().reveal());
  }

  /**
   * Tells why the job ends: what the ranks that are the cause have written, then the message. What
   * other ranks say because of it is dropped.
   */
  public void tellCause(List<Integer> causes, String message) throws InterruptedException {
    for (Reader reader : readers) {
      if (causes.contains(reader.rank())) {
        reader.drain();
      }
    }
    causes.forEach(merger::showCause);
    dropConsequences();
    tell(message);
  }

  /** What ranks say from here on because the job ends is of no use. */
  public void dropConsequences() {
    merger.dropConsequences();
  }

  /** Lets prompts and progress bars through although their lines are not finished. */
  public void showUnfinishedLines() {
    watcher = Thread.ofVirtual().start(this::watch);
  }

  private void watch() {
    try {
      for (long next = STATUS_DELAY.toNanos(); ; ) {
        Thread.sleep(PROMPT_DELAY);
        for (Rank rank : ranks.values()) {
          rank.output().showUnfinished();
          rank.errors().showUnfinished();
        }
        long elapsed = System.nanoTime() - start;
        if (elapsed >= next && !phase.isEmpty()) {
          statusLine.draw("starling: %s, %s".formatted(phase, time(elapsed)));
          next = elapsed + STATUS_PERIOD.toNanos();
        }
      }
    } catch (InterruptedException e) {
      // The job has ended.
    }
  }

  private static String time(long nanoseconds) {
    Duration elapsed = Duration.ofNanos(nanoseconds);
    return elapsed.toHours() == 0
        ? "%d:%02d".formatted(elapsed.toMinutesPart(), elapsed.toSecondsPart())
        : "%d:%02d:%02d"
            .formatted(elapsed.toHours(), elapsed.toMinutesPart(), elapsed.toSecondsPart());
  }

  /** Shows how the job is getting on, as in {@code 5 of 8 ranks up}, on a terminal. */
  public void show(String progress) {
    phase = request.status() ? progress : "";
  }

  /** Words for people from a host, whose name is empty where it is the only one. */
  public static String withHost(String host, String words) {
    return host.isEmpty() ? words : host + ": " + words;
  }

  /** A message of the launcher. */
  public void tell(String message) {
    byte[] bytes = ("starling: " + message + "\n").getBytes(StandardCharsets.UTF_8);
    errors.write(this, bytes, 0, bytes.length);
  }

  /** Waits until all that the ended ranks wrote has been forwarded. */
  public void drain() throws InterruptedException {
    for (Reader reader : readers) {
      reader.drain();
    }
    merger.end();
  }

  /** The status of the job, which is no success where output is missing in the folder. */
  public int finish(int status) {
    folder.ifPresent(OutputFolder::close);
    boolean incomplete = folder.isPresent() && folder.get().isBroken();
    return incomplete && status == ExitStatus.SUCCESS ? ExitStatus.INTERNAL_ERROR : status;
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.interrupt();
    }
    statusLine.erase();
    folder.ifPresent(OutputFolder::close);
  }
}
