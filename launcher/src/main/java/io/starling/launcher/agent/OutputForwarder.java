package io.starling.launcher.agent;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends what a process writes to the launcher, as fast as that takes it. */
final class OutputForwarder implements Runnable {

  private static final int CHUNK = 1 << 15;
  private static final Duration STRAGGLER_DELAY = Duration.ofMillis(500);

  private final InputStream in;
  private final Window window;
  private final Function<byte[], AgentMessage> message;
  private final Consumer<AgentMessage> tell;
  private final Thread thread;
  private volatile boolean waiting;

  /**
   * A forwarder, not yet started.
   *
   * @param name of its thread
   * @param message makes a message of a part
   */
  OutputForwarder(
      String name,
      InputStream in,
      Window window,
      Function<byte[], AgentMessage> message,
      Consumer<AgentMessage> tell) {
    this.in = in;
    this.window = window;
    this.message = message;
    this.tell = tell;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
  }

  void start() {
    thread.start();
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK];
    try (in) {
      for (int read = read(chunk); read >= 0 && window.take(read); read = read(chunk)) {
        tell.accept(message.apply(Arrays.copyOf(chunk, read)));
      }
    } catch (IOException e) {
      // The process was killed while it wrote.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int read(byte[] chunk) throws IOException {
    waiting = true;
    try {
      return in.read(chunk);
    } finally {
      waiting = false;
    }
  }

  /** Waits until all that the ended process has written has been sent. */
  void drain() throws InterruptedException {
    while (!thread.join(STRAGGLER_DELAY) && !waiting) {
      // Whoever reads the launcher's output is slow.
    }
  }
}
