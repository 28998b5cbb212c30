package io.starling.runtime.bootstrap;

import io.starling.runtime.error.StarlingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A rank's way to the bootstrap store: it puts its own addresses, gets those of others, and meets
 * all others at fences.
 *
 * <p>To be used by one thread at a time. It has no thread of its own: answers are read when the
 * user asks for them.
 */
public final class StoreClient implements Bootstrap {

  private final int rank;
  private final Membership membership;
  private final ClientChannel channel;
  private final StoreAnswers answers;

  private StoreClient(Membership membership, ClientChannel channel) {
    this.rank = membership.rank();
    this.membership = membership;
    this.channel = channel;
    answers = new StoreAnswers(rank);
  }

  /**
   * Joins the job. A rank can do this once.
   *
   * @throws StarlingException if the launcher can't be reached, does not accept the secret of the
   *     job file, or has seen this rank before
   */
  public static StoreClient connect(RankEnvironment environment) {
    ClientChannel channel = Handshake.join(environment, Role.JOIN);
    return new StoreClient(environment.membership(), channel);
  }

  @Override
  public Membership membership() {
    return membership;
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    put(name + "/" + rank, own);
    long deadline = System.nanoTime() + patience.toNanos();
    List<byte[]> all = new ArrayList<>();
    for (int peer = 0; peer < membership.size(); peer++) {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      all.add(get(name + "/" + peer, left));
    }
    return all;
  }

  @Override
  public Optional<byte[]> published(String key, Duration patience) {
    return Optional.of(get(key, patience));
  }

  @Override
  public Optional<Supervision> supervision() {
    return Optional.empty();
  }

  /**
   * Publishes a value; a later put of the same key replaces it.
   *
   * @param key at most 512 bytes of UTF-8
   * @param value at most 1 MiB
   */
  public void put(String key, byte[] value) {
    Objects.requireNonNull(value, "value");
    if (value.length > Frame.MAXIMUM_VALUE) {
      throw new IllegalArgumentException(
          "value of '%s' has %d bytes; at most %d fit"
              .formatted(key, value.length, Frame.MAXIMUM_VALUE));
    }
    send(new Frame(FrameType.PUT, 0, checked(key), value));
  }

  /**
   * Waits until some rank has put the key, and returns its value.
   *
   * @throws StarlingException if nobody did in time; the message names the key
   */
  public byte[] get(String key, Duration timeout) {
    int request = answers.expectValue();
    send(Frame.of(FrameType.GET, request, checked(key)));
    long deadline = System.nanoTime() + timeout.toNanos();
    receive();
    while (answers.value() == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new StarlingException(
            "rank %d waited %d ms for key '%s' and no rank has put it; have all ranks started?"
                .formatted(rank, timeout.toMillis(), key));
      }
      await(Duration.ofNanos(left), key);
      receive();
    }
    return answers.value();
  }

  private void await(Duration time, String key) {
    try {
      channel.await(time);
    } catch (IOException e) {
      answers.fail(e.getMessage());
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException(
          "rank " + rank + " was interrupted while it waited for key '" + key + "'");
    }
  }

  @Override
  public void enterFence(String name) {
    answers.expectFence(checked(name));
    send(Frame.of(FrameType.FENCE, rank, name));
  }

  @Override
  public boolean fencePassed(String name) {
    if (answers.isWaitingFor(name)) {
      receive();
    }
    return answers.fencePassed(name);
  }

  /** Leaves the job; fences that this rank has not entered will not be passed by others. */
  @Override
  public void close() {
    answers.fail("this rank has closed it");
    channel.close();
  }

  /** Takes in what has arrived. */
  private void receive() {
    answers.check();
    try {
      for (Frame frame = channel.poll(); frame != null; frame = channel.poll()) {
        answers.accept(frame);
      }
    } catch (IOException e) {
      answers.fail("the launcher has ended or closed the connection (" + e.getMessage() + ")");
    }
  }

  private void send(Frame frame) {
    answers.check();
    try {
      channel.send(frame);
    } catch (IOException e) {
      answers.fail("the launcher has ended or closed the connection (" + e.getMessage() + ")");
      answers.check();
    }
  }

  private static String checked(String name) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > Frame.MAXIMUM_NAME) {
      throw new IllegalArgumentException(
          "a key or fence has 1 to %d bytes, not %d".formatted(Frame.MAXIMUM_NAME, length));
    }
    return name;
  }
}
