package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * What comes while a rank falls asleep wakes it, or is seen before. Loads may go before earlier
 * stores on every processor, so here counts the fence of the sender, or in its place the time for
 * which the sleeper awaits stores.
 */
public class SleepingRank {

  private static final long VERY_LONG = 10_000_000_000L;
  private static final Linux SLEEPER = new Linux(Arena.global());
  private static final Linux WAKER = new Linux(Arena.global());

  /** A region's owner, and what wakes it. */
  abstract static class Sleep {
    final long base = Pages.region();
    private final SleepState sleepState;

    Sleep(boolean sleepsSeldom) {
      sleepState = new SleepState(0, base, sleepsSeldom, SLEEPER, null);
    }

    /** The owner has slept in vain. */
    void hasSlept() {
      Words.setVolatileInt(base + SharedRegion.SLEEPING, SleepState.ON_FUTEX);
    }

    /** What the owner looks for; 0 for nothing. */
    abstract int work();

    boolean wakesInTime() {
      long began = System.nanoTime();
      while (work() == 0) {
        if (sleepState.lieDown(this::work)) {
          sleepState.sleep(VERY_LONG);
        }
      }
      return System.nanoTime() - began < VERY_LONG;
    }

    void wake() {
      new Alarm(base, 0, WAKER).sound();
    }
  }

  /** A message comes. */
  abstract static class AnyMessage extends Sleep {
    private final OutgoingRing outgoing = new OutgoingRing(base);
    private final IncomingRing incoming = Pages.incoming(base);

    AnyMessage(boolean sleepsSeldom) {
      super(sleepsSeldom);
    }

    @Override
    int work() {
      return incoming.poll() == 0 ? 0 : 1;
    }

    void sendOne() {
      long line = outgoing.claim(1);
      outgoing.publish(line, MessageLine.INLINE, 1);
      wake();
    }
  }

  /** A message comes, and its sender has a fence. */
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never asleep.")
  @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through a message.")
  @State
  public static class Message extends AnyMessage {
    public Message() {
      super(false);
    }

    @Actor
    public void receive(Z_Result result) {
      result.r1 = wakesInTime();
    }

    @Actor
    public void send() {
      sendOne();
    }
  }

  /** A post comes, by plain stores, and its sender has no fence. */
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never asleep.")
  @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through a post.")
  @State
  public static class Post extends Sleep {
    private final long post = base + Pages.DATA;

    public Post() {
      super(true);
    }

    @Override
    int work() {
      return (int) Words.acquire(post);
    }

    @Actor
    public void receive(Z_Result result) {
      result.r1 = wakesInTime();
    }

    @Actor
    public void send() {
      Words.release(post, 1);
      wake();
    }
  }

  /** The same after a sleep in vain, so that the sleeper does not await it. */
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never asleep.")
  @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through a post.")
  @State
  public static class LatePost extends Sleep {
    private final long post = base + Pages.DATA;

    public LatePost() {
      super(true);
      hasSlept();
    }

    @Override
    int work() {
      return (int) Words.acquire(post);
    }

    @Actor
    public void receive(Z_Result result) {
      result.r1 = wakesInTime();
    }

    @Actor
    public void send() {
      Words.release(post, 1);
      wake();
    }
  }

  /** The receiver of a long message puts bytes' worth of room on the stage. */
  @JCStressTest
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never asleep.")
  @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through the room.")
  @State
  public static class Room extends Sleep {
    private final long record = TransferRecords.address(base, Pages.RECORD);

    public Room() {
      super(true);
    }

    @Override
    int work() {
      return TransferRecord.taken(record) == 0 ? 0 : 1;
    }

    @Actor
    public void send(Z_Result result) {
      result.r1 = wakesInTime();
    }

    @Actor
    public void receive() {
      TransferRecord.setTaken(record, 1);
      wake();
    }
  }
}
