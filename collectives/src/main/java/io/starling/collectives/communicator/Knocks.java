package io.starling.collectives.communicator;

import io.starling.collectives.Message;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.call.JobProcesses;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.MessageInfo;
import java.util.Optional;

/**
 * Knocks at ports: numbers of meetings, which processes that connect send to the process of a port.
 * Those of a port that has been closed are answered too. A launcher's store says of each port that
 * it is closed, also to those that knock when its process has ended. Without one, the process
 * answers the knocks that have arrived when it closes the port. To be used inside the engine.
 *
 * <pre>
 * connect(port)  knock: meeting 7 ──> process of the port
 *                <── meeting 7 ────── closed
 *                                     port ──> store: closed ──> connect(port)
 * </pre>
 */
record Knocks(Member member, Selection selection) {

  /** The first word of an answer by a process that has closed the port. */
  static final long CLOSED = 2;

  private static final String KEY = "closed/";

  /** One that has arrived. */
  record Knock(int process, int meeting) {}

  /** Waits for one at a port of this process, while that is open and no rank here has failed. */
  Knock await(PortName port) {
    Member all = member.meetAll();
    RankCommunicator lobby = new RankCommunicator(all, selection);
    Envelope envelope = new Envelope(PointToPointCommunicator.ANY_SOURCE, port.number());
    Presence presence = new Presence(all.context(), envelope);
    while (true) {
      member
          .engine()
          .waits()
          .await(
              () -> presence.isThere() || !isOpen(port) || !isSound(),
              () -> "accept() for a knock at " + port);
      if (!isSound()) {
        throw member.context().health().obstacle(() -> "accept() at " + port);
      }
      if (!isOpen(port)) {
        throw closed("accept()", port);
      }
      Optional<Knock> knock = take(lobby, port);
      if (knock.isPresent()) {
        return knock.get();
      }
    }
  }

  private boolean isSound() {
    return member.context().health().isSound();
  }

  private boolean isOpen(PortName port) {
    return member.processes().ports().isOpen(port.number());
  }

  /**
   * Takes one if it is there. Failures of processes do not matter: another one may have knocked.
   */
  private static Optional<Knock> take(RankCommunicator lobby, PortName port) {
    lobby.acknowledgeFailures();
    try {
      return lobby
          .iMatchedProbe(PointToPointCommunicator.ANY_SOURCE, port.number())
          .map(Knocks::read);
    } catch (RankFailedException e) {
      return Optional.empty();
    }
  }

  private static Knock read(Message message) {
    long[] meeting = new long[1];
    return new Knock(message.receive(Buffer.of(meeting)).source(), (int) meeting[0]);
  }

  /** Closes a port of this process; those that have knocked and those that will hear of it. */
  void close(PortName port) {
    JobProcesses processes = member.processes();
    if (!processes.ports().close(port.number())) {
      return;
    }
    if (processes.spawner() != null) {
      processes.spawner().put(KEY + port, new byte[0]);
      return;
    }
    RankCommunicator lobby = new RankCommunicator(member.meetAll(), selection);
    Optional<Knock> knock = take(lobby, port);
    while (knock.isPresent()) {
      refuse(knock.get());
      knock = take(lobby, port);
    }
  }

  private void refuse(Knock knock) {
    try {
      meeting(knock).give(CLOSED);
    } catch (StarlingException e) {
      // It has failed meanwhile.
    }
  }

  /** The meeting for which a process has knocked. */
  Meeting meeting(Knock knock) {
    return new Meeting(member.meet(knock.process()), selection, knock.meeting());
  }

  /** Closes all ports of this process, which leaves the job. */
  void closeAll() {
    int own = member.engine().rank();
    member.processes().ports().open().stream().forEach(port -> close(new PortName(own, port)));
  }

  /** Knocks at a port of another process; the meeting begins when {@link #awaitAnswer} returns. */
  Meeting knock(PortName port) {
    Member all = member.meetAll();
    all.arguments().peer("the process of the port", port.process());
    int own = member.engine().rank();
    int number = member.processes().ports().nextMeeting(own, port.process());
    Buffer knock = Buffer.of(new long[] {number});
    Request _ = new RankCommunicator(all, selection).iSend(knock, port.process(), port.number());
    return meeting(new Knock(port.process(), number));
  }

  /**
   * Waits until the process of a port has sent its first words to a meeting.
   *
   * @throws StarlingException if the port is closed, or a rank of this group has failed
   * @throws RankFailedException if the process of the port has failed
   */
  void awaitAnswer(PortName port, Meeting meeting) {
    Presence presence = new Presence(meeting.context(), meeting.envelope());
    StoredValue closing = new StoredValue(member.processes().spawner(), KEY + port);
    String call = "connect() to " + port;
    try {
      member
          .engine()
          .waits()
          .await(
              () -> presence.isThere() || closing.isKnown() || !isSound() || !meeting.isSound(),
              () -> call);
    } finally {
      closing.forget();
    }
    if (presence.isThere()) {
      return;
    }
    if (!isSound()) {
      throw member.context().health().obstacle(() -> call);
    }
    if (!meeting.isSound()) {
      throw meeting.context().health().obstacle(() -> call);
    }
    // A failure of the store goes before what it would have said.
    closing.get();
    throw closed("connect()", port);
  }

  StarlingException closed(String call, PortName port) {
    return new StarlingException(
        "rank %d, %s: port %s is closed; its process has closed it, or leaves the job"
            .formatted(member.engine().rank(), call, port));
  }

  /** Whether a message has arrived; it stays there. */
  private record Presence(Context context, Envelope envelope) {

    boolean isThere() {
      return context
          .engine()
          .probe(envelope.wireTag(context), envelope.mask(), false, new MessageInfo());
    }
  }
}
