package io.starling.launcher.job;

import io.starling.launcher.contact.ContactFile;
import io.starling.launcher.contact.JoinMessage;
import io.starling.launcher.contact.JoinMessage.Answer;
import io.starling.launcher.contact.JoinMessage.Ask;
import io.starling.launcher.contact.JoinMessage.Ended;
import io.starling.launcher.contact.JoinMessage.Failed;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.remote.Event;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.store.GuestStore;
import io.starling.runtime.bootstrap.store.JobStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The store of a job that joins another one: below the other job's store, and with numbers that the
 * other launcher gives.
 *
 * <pre>
 * this launcher ── Ask ──────> other launcher
 *               <── Answer ───               its numbers, or why not
 *               ── Failed ──>                for each rank that fails or ends
 *               ── Ended ───>
 *               <── Ended ───
 * </pre>
 */
final class JoinedStore implements JobStore {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(2);

  /** Numbers that no host of a job has. */
  private static final int FIRST_NUMBER = 1 << 15;

  private static final int NUMBERS = 1 << 15;

  private final Path path;
  private final Line line;
  private final GuestStore store;
  private Answer numbers;

  private JoinedStore(Path path, Line line, GuestStore store) {
    this.path = path;
    this.line = line;
    this.store = store;
  }

  /** Hears the other launcher. */
  private record Line(
      BlockingQueue<Event> events,
      CompletableFuture<Answer> answer,
      CompletableFuture<Ended> receipt)
      implements AgentLink.Listener {

    @Override
    public void received(byte[] bytes) {
      try {
        switch (JoinMessage.decode(bytes)) {
          case Answer told -> answer.complete(told);
          case Ended told -> receipt.complete(told);
          default -> lost("it has sent a message that is out of place");
        }
      } catch (IllegalArgumentException e) {
        lost("it has sent " + e.getMessage());
      }
    }

    @Override
    public void lost(String reason) {
      answer.completeExceptionally(new IOException(reason));
      receipt.completeExceptionally(new IOException(reason));
      events.add(new Event.JoinedJobLost(reason));
    }
  }

  /**
   * Joins, and returns with numbers for the ranks.
   *
   * @param path of the file
   * @param events gets what happens from here on
   * @throws LaunchException if the job can't be joined; the message says why
   */
  static JoinedStore join(Path path, ContactFile contact, Ask ask, BlockingQueue<Event> events)
      throws IOException, InterruptedException {
    Line line = new Line(events, new CompletableFuture<>(), new CompletableFuture<>());
    int number = FIRST_NUMBER + ThreadLocalRandom.current().nextInt(NUMBERS);
    GuestStore store;
    try {
      store =
          GuestStore.join(
              contact.job(),
              number,
              FailurePolicy.SILENCE,
              line,
              (rank, status) -> events.add(new Event.Aborted(rank, status)));
    } catch (StarlingException e) {
      throw unreachable(path, contact, e);
    }
    JoinedStore joined = new JoinedStore(path, line, store);
    try {
      joined.ask(ask);
      return joined;
    } catch (InterruptedException | RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** The message for ranks speaks of their launcher, and of a network that is not there. */
  private static LaunchException unreachable(Path path, ContactFile contact, StarlingException e) {
    String reason =
        switch (e.getCause()) {
          case null -> e.getMessage();
          case EOFException _ -> "another program is there now, or another job";
          case Throwable cause -> cause.getMessage();
        };
    return new LaunchException(
        "--join %s: the job that has written it does not answer at %s:%d (%s); it has ended unless it is suspended: start it again with --contact"
            .formatted(path, contact.job().host(), contact.job().port(), reason),
        e);
  }

  private void ask(Ask ask) throws InterruptedException {
    store.tell(ask.encode());
    try {
      numbers = line.answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new LaunchException(
          "--join %s: the job has ended: %s".formatted(path, e.getCause().getMessage()), e);
    } catch (TimeoutException e) {
      throw new LaunchException(
          "--join %s: its launcher has not answered within %d s"
              .formatted(path, PATIENCE.toSeconds()),
          e);
    }
    if (!numbers.refusal().isEmpty()) {
      throw new LaunchException(
          "--join %s: the job can't be joined: %s".formatted(path, numbers.refusal()));
    }
    store.serve(numbers.capacity(), numbers.first(), ask.ranks());
  }

  int first() {
    return numbers.first();
  }

  int capacity() {
    return numbers.capacity();
  }

  /** Variables that are the same in both jobs. */
  Map<String, String> settings() {
    return numbers.settings();
  }

  /** Says how the job has ended, and waits a while until that is known. */
  void tellEnd(int status) throws InterruptedException {
    store.tell(new Ended(status).encode());
    try {
      line.receipt.get(PATIENCE_AT_END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The other job has ended, or finds out by itself.
    }
  }

  @Override
  public JobFile jobFile() {
    return store.jobFile();
  }

  /**
   * Publishes a value that this job's ranks look for, as those of a world that was started later.
   */
  @Override
  public void put(String key, byte[] value) {
    store.put(first() + "/" + key, value);
  }

  @Override
  public void admit(int first, int count) {
    throw new UnsupportedOperationException("a job that has joined another one starts no ranks");
  }

  @Override
  public void failed(int rank, String reason) {
    store.tell(new Failed(rank, reason).encode());
  }

  @Override
  public int started() {
    return store.started();
  }

  @Override
  public Set<Integer> requestReports(Duration patience) throws InterruptedException {
    return store.requestReports(patience);
  }

  @Override
  public void close() {
    store.close();
  }
}
