package io.starling.runtime.transport.shared;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What a receiver finds in its ring is whole, and its own until it gives the slot back. */
public class RingOrder {

  /** A message is seen as a whole, or not at all. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Not there yet.")
  @Outcome(id = "5, 6, 7", expect = Expect.ACCEPTABLE, desc = "Whole.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Seen before it was whole.")
  @State
  public static class Published {
    private final long base = Pages.region();
    private final OutgoingRing outgoing = new OutgoingRing(base);
    private final IncomingRing incoming = Pages.incoming(base);

    @Actor
    public void send() {
      long line = outgoing.claim(5);
      Words.set(line + MessageLine.TAG, 6);
      Words.set(line + MessageLine.DATA, 7);
      outgoing.publish(line, MessageLine.INLINE, 5);
    }

    @Actor
    public void receive(JJJ_Result result) {
      long line = incoming.poll();
      if (line != 0) {
        result.r1 = MessageLine.source(line);
        result.r2 = Words.get(line + MessageLine.TAG);
        result.r3 = Words.get(line + MessageLine.DATA);
      }
    }
  }

  /** Two senders get a slot each. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "Both arrived.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost.")
  @State
  public static class Claimed {
    private final long base = Pages.region();
    private final OutgoingRing first = new OutgoingRing(base);
    private final OutgoingRing second = new OutgoingRing(base);
    private final IncomingRing incoming = Pages.incoming(base);

    private static void send(OutgoingRing ring, int source) {
      ring.publish(ring.claim(source), MessageLine.INLINE, source);
    }

    @Actor
    public void one() {
      send(first, 1);
    }

    @Actor
    public void other() {
      send(second, 2);
    }

    @Arbiter
    public void receive(JJ_Result result) {
      result.r1 = next();
      result.r2 = next();
    }

    private long next() {
      long line = incoming.poll();
      if (line == 0) {
        return 0;
      }
      long source = MessageLine.source(line);
      incoming.free();
      return source;
    }
  }

  /** In a full ring the next message comes into a slot when its last one was read. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "Read before it was written again.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Written before it was read.")
  @State
  public static class Freed {
    private final long base = Pages.region();
    private final OutgoingRing outgoing = new OutgoingRing(base);
    private final IncomingRing incoming = Pages.incoming(base);

    public Freed() {
      long line = outgoing.claim(0);
      Words.set(line + MessageLine.TAG, 1);
      outgoing.publish(line, MessageLine.INLINE, 0);
      Words.set(base + SharedRegion.TAIL, Pages.POSITION + SharedRegion.SLOTS);
    }

    @Actor
    public void receive(JJ_Result result) {
      long line = incoming.poll();
      result.r1 = Words.get(line + MessageLine.TAG);
      incoming.free();
    }

    @Actor
    public void send(JJ_Result result) {
      long line = outgoing.claim(0);
      if (line != 0) {
        Words.set(line + MessageLine.TAG, 9);
        result.r2 = 1;
      }
    }
  }
}
