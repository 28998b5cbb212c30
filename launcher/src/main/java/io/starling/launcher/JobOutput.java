package io.starling.launcher;

import io.starling.launcher.output.LineForwarder;
import io.starling.launcher.output.OutputSink;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Brings the output of all ranks together, and the launcher's own messages with it. */
final class JobOutput implements AutoCloseable {

  private static final byte[] NOTHING = {};
  private static final byte[] INCUBATOR_WARNING =
      "WARNING: Using incubator modules: jdk.incubator.vector".getBytes(StandardCharsets.US_ASCII);
  private static final Duration PROMPT_DELAY = Duration.ofMillis(50);
  private static final Duration STRAGGLER_DELAY = Duration.ofMillis(500);

  private record Stream(InputStream in, LineForwarder forwarder, Thread thread) {}

  private final OutputSink out;
  private final OutputSink errors;
  private final boolean tagged;
  private final List<Stream> streams = new ArrayList<>();
  private final Map<Integer, LineForwarder> remote = new HashMap<>();
  private Thread watcher;

  JobOutput(OutputStream out, OutputStream errors, boolean tagged, Runnable onBroken) {
    this.out = new OutputSink(out, onBroken);
    this.errors = new OutputSink(errors, () -> {});
    this.tagged = tagged;
  }

  void attach(int rank, InputStream standard, InputStream error) {
    attach("stdout-" + rank, standard, out, tag(rank), NOTHING);
    attach("stderr-" + rank, error, errors, tag(rank), INCUBATOR_WARNING);
  }

  private void attach(String name, InputStream in, OutputSink sink, byte[] tag, byte[] unwanted) {
    LineForwarder forwarder = new LineForwarder(in, sink, tag, unwanted);
    Thread thread = Thread.ofPlatform().daemon().name(name).start(forwarder);
    streams.add(new Stream(in, forwarder, thread));
  }

  /** Takes a part of what a rank of another host writes. */
  void accept(int rank, boolean error, byte[] bytes) {
    LineForwarder forwarder;
    synchronized (remote) {
      forwarder =
          remote.computeIfAbsent(
              2 * rank + (error ? 1 : 0),
              _ ->
                  new LineForwarder(
                      InputStream.nullInputStream(),
                      error ? errors : out,
                      tag(rank),
                      error ? INCUBATOR_WARNING : NOTHING));
    }
    forwarder.accept(bytes, bytes.length);
  }

  private byte[] tag(int rank) {
    return tagged ? ("[" + rank + "] ").getBytes(StandardCharsets.US_ASCII) : NOTHING;
  }

  /** Lets prompts and progress bars through although their lines are not finished. */
  void showUnfinishedLines() {
    List<Stream> attached = List.copyOf(streams);
    watcher =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    while (true) {
                      Thread.sleep(PROMPT_DELAY);
                      attached.forEach(stream -> stream.forwarder().showUnfinished());
                    }
                  } catch (InterruptedException e) {
                    // The job has ended.
                  }
                });
  }

  /** A message of the launcher. */
  void tell(String message) {
    byte[] bytes = ("starling: " + message + "\n").getBytes(StandardCharsets.UTF_8);
    errors.write(this, bytes, 0, bytes.length);
  }

  /** Waits until all that the ended ranks wrote has been forwarded. */
  void drain() throws InterruptedException {
    synchronized (remote) {
      remote.values().forEach(LineForwarder::flush);
    }
    for (Stream stream : streams) {
      while (!stream.thread().join(STRAGGLER_DELAY) && !stream.forwarder().isWaiting()) {
        // Whoever reads the launcher's output is slow.
      }
    }
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.interrupt();
    }
  }
}
