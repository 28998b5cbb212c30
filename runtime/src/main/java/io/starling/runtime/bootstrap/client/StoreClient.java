package io.starling.runtime.bootstrap.client;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.bootstrap.wire.Texts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A rank's connection to the bootstrap store of its host: the launcher's, or that of the host's
 * agent.
 *
 * <p>To be used by one thread at a time. It has no thread: answers are read when a method asks for
 * them.
 */
public final class StoreClient implements Bootstrap, Supervision, Spawner {

  private static final byte[] NOTHING = {};
  private static final Duration PATIENCE_FOR_END = Duration.ofSeconds(5);
  private static final Duration PATIENCE_FOR_NAMES = Duration.ofSeconds(2);

  private final Membership membership;
  private final ProcessNumbers numbers;

  /** This process's number in the job. */
  private final int rank;

  /** Those of its world. */
  private final BitSet world = new BitSet();

  private final boolean survivesFailures;
  private final StoreAnswers answers;
  private final StoreSession session;

  private StoreClient(Membership membership, ProcessNumbers numbers, Handshake.Joined joined) {
    this.membership = membership;
    this.numbers = numbers;
    rank = numbers.first() + membership.rank();
    if (numbers.capacity() > membership.size()) {
      world.set(numbers.first(), numbers.first() + membership.size());
    }
    survivesFailures = joined.survivesFailures();
    answers = new StoreAnswers(rank, numbers.first(), membership.size());
    session = new StoreSession(rank, joined.channel(), answers);
  }

  /**
   * Joins the job. A rank can do this once.
   *
   * @throws StarlingException if the launcher can't be reached, one side does not know the secret
   *     of the job file, or this rank has joined before
   */
  public static StoreClient connect(RankEnvironment environment) {
    return new StoreClient(
        environment.membership(), environment.numbers(), Handshake.join(environment, Role.JOIN));
  }

  /** Joins the job, given the content of the job file. */
  public static StoreClient connect(Membership membership, JobFile job) {
    return new StoreClient(
        membership,
        ProcessNumbers.fixed(membership.size(), membership.localSize() != membership.size()),
        Handshake.join(job, membership.rank(), Role.JOIN));
  }

  @Override
  public Membership membership() {
    return membership;
  }

  @Override
  public ProcessNumbers numbers() {
    return numbers;
  }

  /**
   * Publishes a value; a later put of the same key replaces it.
   *
   * @param key at most 512 bytes of UTF-8; at most 1024 keys
   * @param value at most 1 MiB
   */
  @Override
  public void put(String key, byte[] value) {
    session.send(
        new Frame(FrameType.PUT, 0, StoreSession.checked(key), StoreSession.checked(key, value)));
  }

  /**
   * Waits until some rank has put the key, and returns its value.
   *
   * @throws StarlingException if no rank did in time; the message names the key
   */
  public byte[] get(String key, Duration patience) {
    int request = answers.expectValue();
    session.send(Frame.of(FrameType.GET, request, StoreSession.checked(key)));
    if (!session.await(() -> answers.value() != null, patience, "key '" + key + "'")) {
      throw new StarlingException(
          "rank %d waited %d ms for key '%s' and no rank has put it; have all ranks started?"
              .formatted(rank, patience.toMillis(), key));
    }
    return answers.value();
  }

  @Override
  public Optional<byte[]> published(String key, Duration patience) {
    return Optional.of(get(key, patience));
  }

  @Override
  public Optional<byte[]> find(String key) {
    if (!answers.hasAskedFor(key)) {
      int request = answers.askFor(StoreSession.checked(key));
      session.send(Frame.of(FrameType.GET, request, key));
    }
    session.receive();
    return answers.found(key);
  }

  @Override
  public void forget(String key) {
    answers.forget(key);
  }

  @Override
  public void spawn(String name, SpawnRequest request) {
    byte[] value = StoreSession.checked(name, request.encode());
    session.send(new Frame(FrameType.SPAWN, rank, StoreSession.checked(name), value));
  }

  @Override
  public Optional<Spawner> spawner() {
    return numbers.capacity() > membership.size() ? Optional.of(this) : Optional.empty();
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    var answer = answers.expectExchange(StoreSession.checked(inWorld(name)));
    enter(FrameType.EXCHANGE, inWorld(name), world, StoreSession.checked(name, own));
    String what = "exchange '" + name + "'";
    if (!session.await(answer::isOver, patience, what)) {
      session.send(Frame.of(FrameType.MISSING, 0, inWorld(name)));
      session.await(answer::isExplained, PATIENCE_FOR_NAMES, what);
      if (!answer.isOver()) {
        throw new StarlingException(
            "rank %d waited %d ms in exchange '%s': %s; have they started, and are they reachable?"
                .formatted(rank, patience.toMillis(), name, answer.describeMissing()));
      }
    }
    return answer.table();
  }

  /** Worlds of a job enter fences and exchanges of the same names, each its own ones. */
  private String inWorld(String name) {
    return numbers.areJoined() ? numbers.first() + "/" + name : name;
  }

  private void enter(FrameType type, String name, BitSet members, byte[] own) {
    var contribution = new Contribution(members, new TreeMap<>(Map.of(rank, own)));
    contribution.frames(type, name).forEach(session::send);
  }

  @Override
  public void enterFence(String name) {
    answers.expectFence(StoreSession.checked(inWorld(name)));
    enter(FrameType.FENCE, inWorld(name), world, NOTHING);
  }

  @Override
  public boolean fencePassed(String name) {
    if (answers.isWaitingFor(inWorld(name))) {
      session.receive();
    }
    return answers.fencePassed(inWorld(name));
  }

  @Override
  public Optional<Supervision> supervision() {
    return Optional.of(this);
  }

  @Override
  public boolean survivesFailures() {
    return survivesFailures;
  }

  /** Reports failures and revocations; the launcher's end is not reported here. */
  @Override
  public void poll(Supervision.Listener listener) {
    session.receiveIfAlive();
    for (Frame news = answers.news(); news != null; news = answers.news()) {
      if (news.type() == FrameType.FAILED) {
        listener.failed(news.number(), news.name());
      } else {
        listener.revoked(news.name());
      }
    }
  }

  @Override
  public void revoke(String communicator) {
    session.send(Frame.of(FrameType.REVOKE, 0, StoreSession.checked(communicator)));
  }

  @Override
  public void enterAgreement(String name, BitSet members, int flags) {
    if (!members.get(rank) || members.length() > numbers.capacity()) {
      throw new IllegalArgumentException(
          "rank %d of %d can't take part in an agreement of the ranks %s"
              .formatted(rank, numbers.capacity(), Texts.ranges(members)));
    }
    answers.expectAgreement(StoreSession.checked(name));
    byte[] own = ByteBuffer.allocate(Integer.BYTES).putInt(flags).array();
    enter(FrameType.AGREE, name, (BitSet) members.clone(), own);
  }

  /**
   * The outcome, once it is decided; an outcome is returned once.
   *
   * @throws StarlingException if it is not decided and the launcher has ended
   */
  @Override
  public Optional<Supervision.Agreement> agreement(String name) {
    Optional<Supervision.Agreement> known = answers.agreement(name);
    if (known.isPresent()) {
      return known;
    }
    session.receive();
    return answers.agreement(name);
  }

  /** The launcher ends this process, too; it has a while for that. */
  @Override
  public void abort(int status, String reason) {
    session.send(Frame.of(FrameType.ABORT, rank, Integer.toString(status)));
    session.await(() -> false, PATIENCE_FOR_END, "the end of the job");
  }

  /** Leaves the job; fences that this rank has not entered then fail for the others. */
  @Override
  public void close() {
    session.close();
  }
}
