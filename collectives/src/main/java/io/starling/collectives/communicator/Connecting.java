package io.starling.collectives.communicator;

import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.RankFailedException;

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
 * <p>The root that connects sends nothing more before it has an answer, because there may be none:
 * the port may be closed, which {@link Knocks} says.
 *
 * <p>All that a root may refuse happens inside the connection of the leaders, so that the other
 * ranks of its group hear of it.
 */
record Connecting(
    Member member, DataMovement dataMovement, Reductions reductions, Selection selection) {

  /** A connection of leaders that comes about with the first swap. */
  private abstract static class Late implements Leaders.Wire {
    private final String call;
    Meeting meeting;
    private boolean hasSwapped;

    Late(String call) {
      this.call = call;
    }

    /** The first swap; it makes the meeting when the other leader takes part, or will. */
    abstract void swapFirst(long[] words, long... theirs);

    @Override
    public final void swap(long[] words, long[] theirs) {
      try {
        if (hasSwapped) {
          meeting.swap(words, theirs);
        } else {
          swapFirst(words, theirs);
          hasSwapped = true;
        }
      } catch (RankFailedException e) {
        throw new RankFailedException(call + ": " + e.getMessage(), e.ranks(), e.reason());
      }
    }

    @Override
    public final boolean isMade() {
      return meeting != null;
    }
  }

  RankIntercommunicator accept(String name, int root) {
    return join(
        root,
        "accept()",
        new Late("accept() at " + name) {
          @Override
          void swapFirst(long[] words, long... theirs) {
            if (meeting == null) {
              PortName port = openPort(name);
              meeting = knocks().meeting(knocks().await(port));
            }
            meeting.swap(words, theirs);
          }
        });
  }

  RankIntercommunicator connect(String name, int root) {
    return join(
        root,
        "connect()",
        new Late("connect() to " + name) {
          @Override
          void swapFirst(long[] words, long... theirs) {
            if (words[0] == Leaders.FAILED) {
              // The answer that was not awaited may never come.
              meeting.leave(words[0]);
              return;
            }
            PortName port = port(name);
            meeting = knocks().knock(port);
            knocks().awaitAnswer(port, meeting);
            if (meeting.take(theirs) == Knocks.CLOSED) {
              meeting = null;
              throw knocks().closed("connect()", port);
            }
            meeting.give(words);
          }
        });
  }

  private Knocks knocks() {
    return new Knocks(member, selection);
  }

  private RankIntercommunicator join(int root, String call, Leaders.Wire wire) {
    member.checkUsable();
    member.arguments().peer("root", root);
    return new Joining(member, dataMovement, reductions, selection).join(call, root, wire);
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

  /** A port of this process. */
  private PortName openPort(String name) {
    PortName port = port(name);
    int own = member.engine().rank();
    if (port.process() != own || !member.processes().ports().isOpen(port.number())) {
      throw member
          .arguments()
          .refuse("this rank has no open port %s; openPort() opens one".formatted(port));
    }
    return port;
  }
}
