package io.starling.runtime.bootstrap.client;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.wire.ClientChannel;
import io.starling.runtime.bootstrap.wire.Frame;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A rank's side of the conversation with the store: sends, and reads on request. */
record StoreSession(int rank, ClientChannel channel, StoreAnswers answers)
    implements AutoCloseable {
  void send(Frame frame) {
    answers.check();
    try {
      channel.send(frame);
    } catch (IOException e) {
      fail(e);
      answers.check();
    }
  }

  /** Handles the messages that have arrived. */
  void receive() {
    answers.check();
    take();
  }

  /** Handles the messages that have arrived, without reporting the launcher's end. */
  void receiveIfAlive() {
    if (!answers.hasFailed()) {
      take();
    }
  }

  private void take() {
    try {
      for (Frame frame = channel.poll(); frame != null; frame = channel.poll()) {
        answers.accept(frame);
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void fail(IOException e) {
    if (e instanceof SocketTimeoutException) {
      answers.fail("the launcher or this host's agent does not read: " + e.getMessage());
      return;
    }
    answers.fail("the launcher has ended or closed the connection (" + e.getMessage() + ")");
  }

  /**
   * Waits for an answer.
   *
   * @param what the awaited answer, for the message if the wait is interrupted
   * @return false if it did not arrive in time
   */
  boolean await(BooleanSupplier answered, Duration patience, String what) {
    long deadline = System.nanoTime() + patience.toNanos();
    receive();
    while (!answered.getAsBoolean()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      sleep(Duration.ofNanos(left), what);
      receive();
    }
    return true;
  }

  private void sleep(Duration time, String what) {
    try {
      channel.await(time);
    } catch (IOException e) {
      answers.fail(e.getMessage());
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException("rank " + rank + " was interrupted while it waited for " + what);
    }
  }

  static String checked(String name) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > Frame.MAXIMUM_NAME) {
      throw new IllegalArgumentException(
          "a name has 1 to %d bytes, not %d".formatted(Frame.MAXIMUM_NAME, length));
    }
    return name;
  }

  static byte[] checked(String name, byte[] value) {
    if (value.length > Frame.MAXIMUM_VALUE) {
      throw new IllegalArgumentException(
          "value of '%s' has %d bytes; at most %d fit"
              .formatted(name, value.length, Frame.MAXIMUM_VALUE));
    }
    return value;
  }

  @Override
  public void close() {
    answers.fail("this rank has closed it");
    channel.close();
  }
}
