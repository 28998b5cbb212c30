package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Messages between ranks of a communicator, which every rank knows: those of one sender that fit
 * the same receive come in the order in which they were sent.
 */
final class MessageTask implements StepTask {

  private static final int TAGS = 16;
  private static final int KINDS_OF_TAGS = 3;
  private static final int NEVER_SENT = TAGS - 1;

  /** How receives find their messages. */
  private enum Matching {
    EXACT,
    ANY_SOURCE,
    ANY_TAG,
    ANYTHING,
    PROBE,
    MATCHED_PROBE;

    boolean isProbe() {
      return this == PROBE || this == MATCHED_PROBE;
    }

    /** Whether a message of a later step could be taken for one of this. */
    boolean isOpenToAll() {
      return this == ANYTHING || isProbe();
    }
  }

  private record Sent(int index, int from, int to, int tag, int count) {}

  private record Posted(Request request, GuardedRegion region) {}

  private final String team;
  private final CallContext scene;
  private final Communicator communicator;
  private final SeededRandom draw;
  private final int rank;
  private final Matching matching;
  private final ElementType type;
  private final ElementType received;
  private final int most;
  private final int firstTag;
  private final List<Sent> messages = new ArrayList<>();
  private final List<Posted> posted = new ArrayList<>();
  private final List<GuardedRegion> sources = new ArrayList<>();
  private final List<Request> open = new ArrayList<>();
  private final List<PersistentRequest> persistent = new ArrayList<>();
  private Request cancelled;

  /**
   * Draws the messages.
   *
   * @param turn different from those of all tasks near this one
   */
  MessageTask(SoakCommunicator team, CallContext scene, long turn) {
    this.team = team.text();
    this.scene = scene;
    communicator = scene.communicator();
    draw = scene.draw();
    rank = scene.rank();
    matching = draw.pick(List.of(Matching.values()));
    type = ElementType.draw(draw);
    received = draw.percent(40) ? type.flattened() : type;
    int size = scene.size();
    int count = draw.between(1, 3 * size);
    most = scene.count(type, count);
    firstTag = (int) (turn % ((Communicator.MAX_TAG + 1) / TAGS)) * TAGS;
    for (int i = 0; i < count; i++) {
      messages.add(
          new Sent(
              i,
              draw.below(size),
              draw.below(size),
              firstTag + draw.below(KINDS_OF_TAGS),
              draw.percent(30) ? most : draw.between(0, most)));
    }
  }

  @Override
  public String text() {
    return "%s (rank %d of %d), %d messages of up to %d x %s, received by %s"
        .formatted(
            team,
            rank,
            scene.size(),
            messages.size(),
            most,
            type == received ? type.text() : type.text() + ", flat where they arrive",
            matching.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public String kind() {
    return "messages";
  }

  @Override
  public long bytes() {
    return messages.stream()
        .filter(message -> message.from == rank || message.to == rank)
        .mapToLong(message -> (long) message.count * type.size())
        .sum();
  }

  private byte[] content(Sent message) {
    return Values.any(draw.key(), message.index, 0, message.count * type.size());
  }

  /** Receives first, so that sends may block. */
  @Override
  public void begin() {
    for (Sent message : messages) {
      if (message.to == rank && !matching.isProbe()) {
        post(message);
      }
    }
    cancelled = communicator.iReceive(Buffer.EMPTY, Communicator.ANY_SOURCE, firstTag + NEVER_SENT);
    for (Sent message : messages) {
      if (message.from == rank) {
        send(message);
      }
    }
    cancelled.cancel();
    open.add(cancelled);
  }

  private void post(Sent message) {
    int source =
        matching == Matching.EXACT || matching == Matching.ANY_TAG
            ? message.from
            : Communicator.ANY_SOURCE;
    int tag =
        matching == Matching.EXACT || matching == Matching.ANY_SOURCE
            ? message.tag
            : Communicator.ANY_TAG;
    GuardedRegion region = scene.region("received", received, most);
    region.clear();
    Request request;
    if (scene.own().percent(30)) {
      persistent.add(communicator.receiveInit(region.buffer(), source, tag));
      request = persistent.getLast().start();
    } else {
      request = communicator.iReceive(region.buffer(), source, tag);
    }
    posted.add(new Posted(request, region));
    open.add(request);
  }

  private void send(Sent message) {
    GuardedRegion region = scene.region("sent", type, message.count);
    region.fill(content(message));
    sources.add(region);
    Buffer sound = region.buffer();
    Buffer data = scene.fault().in(sound);
    switch (scene.own().below(matching.isProbe() ? 4 : 6)) {
      case 0 -> open.add(communicator.iSend(data, message.to, message.tag));
      case 1 -> open.add(communicator.iSynchronousSend(sound, message.to, message.tag));
      case 2 -> startPersistent(communicator.sendInit(data, message.to, message.tag));
      case 3 -> startPersistent(communicator.synchronousSendInit(sound, message.to, message.tag));
      case 4 -> communicator.send(data, message.to, message.tag);
      default -> communicator.synchronousSend(sound, message.to, message.tag);
    }
  }

  private void startPersistent(PersistentRequest request) {
    persistent.add(request);
    open.add(request.start());
  }

  @Override
  public List<Request> open() {
    return open;
  }

  /** Probes as often as messages are to come. */
  @Override
  public void take() {
    if (!matching.isProbe()) {
      return;
    }
    List<Sent> expected = mine();
    while (!expected.isEmpty()) {
      GuardedRegion region = scene.region("received", received, most);
      region.clear();
      Status status = matching == Matching.PROBE ? probe(region) : matchedProbe(region);
      checkReceived(expected, status, region, false);
    }
  }

  private Status probe(GuardedRegion region) {
    Status found =
        scene.own().percent(50)
            ? communicator.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)
            : await(() -> communicator.iProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG));
    Status status = communicator.receive(region.buffer(), found.source(), found.tag());
    WrongResultException.check(
        status.equals(found), "%s: probed %s, but received %s", text(), found, status);
    return status;
  }

  private Status matchedProbe(GuardedRegion region) {
    Message message =
        scene.own().percent(50)
            ? communicator.matchedProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)
            : await(
                () -> communicator.iMatchedProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG));
    Request request = message.iReceive(region.buffer());
    request.await();
    WrongResultException.check(
        request.status().equals(message.status()),
        "%s: probed %s, but received %s",
        text(),
        message.status(),
        request.status());
    return request.status();
  }

  private static <T> T await(Supplier<Optional<T>> probe) {
    Optional<T> found = probe.get();
    while (found.isEmpty()) {
      found = probe.get();
    }
    return found.get();
  }

  private List<Sent> mine() {
    return new ArrayList<>(messages.stream().filter(message -> message.to == rank).toList());
  }

  @Override
  public void check() {
    WrongResultException.check(
        cancelled.isCancelled(), "a receive without a sender was not cancelled");
    sources.forEach(GuardedRegion::check);
    List<Sent> expected = mine();
    for (Posted receive : posted) {
      checkReceived(expected, receive.request.status(), receive.region, true);
    }
    persistent.forEach(PersistentRequest::close);
  }

  /** The first of those of this sender that fit must have come. */
  private void checkReceived(
      List<Sent> expected, Status status, GuardedRegion region, boolean isPosted) {
    boolean byTag = !isPosted || matching == Matching.EXACT || matching == Matching.ANY_SOURCE;
    Sent message =
        expected.stream()
            .filter(sent -> sent.from == status.source())
            .filter(sent -> !byTag || sent.tag == status.tag())
            .findFirst()
            .orElseThrow(() -> new WrongResultException("no rank has sent " + status));
    Status right = new Status(message.from, message.tag, (long) message.count * type.size());
    WrongResultException.check(status.equals(right), "expected %s, found %s", right, status);
    region.expect(0, content(message));
    region.check();
    expected.remove(message);
  }

  @Override
  public void settle() {
    if (matching.isOpenToAll()) {
      communicator.barrier();
    }
  }
}
