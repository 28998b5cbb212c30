package io.starling.collectives.communicator;

import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.OpenPorts;
import io.starling.collectives.call.Reductions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Status;

/**
 * Joins two groups of which one knows a port of the other (MPI 4.1, section 11.9). The root that
 * connects knocks: it sends the number of a meeting to the process of the port. Then both roots
 * meet, and their groups join:
 *
 * <pre>
 * accept(port)   root <── knock: meeting 7 ── root   connect(port)
 *                root <──── meeting 7 ──────> root
 * </pre>
 *
 * All that a root may refuse happens inside the connection of the leaders, so that the other ranks
 * of its group hear of it.
 */
record Connecting(
    Member member, DataMovement dataMovement, Reductions reductions, Selection selection) {

  /** A connection of leaders that comes about with the first swap. */
  private static final class Late implements Leaders.Wire {

    private interface Maker {
      Leaders.Wire make();
    }

    private final Maker maker;
    private Leaders.Wire wire;

    Late(Maker maker) {
      this.maker = maker;
    }

    @Override
    public void swap(long[] words, long[] theirs) {
      if (wire == null) {
        wire = maker.make();
      }
      wire.swap(words, theirs);
    }

    @Override
    public boolean isMade() {
      return wire != null;
    }
  }

  RankIntercommunicator accept(String port, int root) {
    return join("accept()", root, () -> answer(port(port)));
  }

  RankIntercommunicator connect(String port, int root) {
    return join("connect()", root, () -> knock(port(port)));
  }

  private RankIntercommunicator join(String call, int root, Late.Maker maker) {
    member.checkUsable();
    member.arguments().peer("root", root);
    return new Joining(member, dataMovement, reductions, selection)
        .join(call, root, new Late(maker));
  }

  private PortName port(String name) {
    member.arguments().present("port", name);
    PortName port = PortName.parse(name);
    if (port == null) {
      throw member
          .arguments()
          .refuse("'%s' is no port; pass what openPort() has returned".formatted(name));
    }
    return port;
  }

  private Leaders.Wire answer(PortName port) {
    int own = member.engine().rank();
    if (port.process() != own || !member.processes().ports().isOpen(port.number())) {
      throw member
          .arguments()
          .refuse("this rank has no open port %s; openPort() opens one".formatted(port));
    }
    Member all = member.meetAll();
    long[] meeting = new long[1];
    Status knock = receive(all, port.number(), meeting);
    return meet(knock.source(), (int) meeting[0]);
  }

  /** Failures of others do not matter here, but for those of this group. */
  private Status receive(Member all, int port, long... meeting) {
    RankCommunicator lobby = new RankCommunicator(all, selection);
    while (true) {
      lobby.acknowledgeFailures();
      if (!member.context().health().isSound()) {
        throw member.context().health().obstacle(() -> "accept()");
      }
      try {
        return lobby.receive(Buffer.of(meeting), PointToPointCommunicator.ANY_SOURCE, port);
      } catch (RankFailedException e) {
        // Another process knocks.
      }
    }
  }

  private Leaders.Wire knock(PortName port) {
    Member all = member.meetAll();
    all.arguments().peer("the process of the port", port.process());
    OpenPorts ports = member.processes().ports();
    int meeting = ports.nextMeeting(member.engine().rank(), port.process());
    new RankCommunicator(all, selection)
        .send(Buffer.of(new long[] {meeting}), port.process(), port.number());
    return meet(port.process(), meeting);
  }

  private Leaders.Wire meet(int process, int meeting) {
    return new Meeting(member.meet(process), selection, meeting);
  }
}
